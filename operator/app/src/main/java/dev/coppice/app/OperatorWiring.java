package dev.coppice.app;

import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.SchedulerConfiguration;
import dev.coppice.app.health.Health;
import dev.coppice.app.health.HealthCheck;
import dev.coppice.controllers.ControllerSettings;
import dev.coppice.controllers.Controllers;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.PodCliqueSetPlanner;
import dev.coppice.core.training.TrackedPodPlanner;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the controllers together out of what this process was given. */
final class OperatorWiring {

  private static final Logger LOGGER = LoggerFactory.getLogger(OperatorWiring.class);

  private static final Map<String, SchedulerBackend> BACKENDS =
      Map.of(DefaultScheduler.NAME, new DefaultScheduler());

  private OperatorWiring() {}

  static ProcessPart controllers(
      OperatorConfiguration configuration, KubernetesClient client, MeterRegistry registry) {
    SchedulerBackends schedulers = schedulers(configuration.scheduler());
    Validity validity = new Validity(AdmissionWiring.settings(configuration));
    TerminationSettings termination =
        new TerminationSettings(configuration.gangTermination().defaultDelay());
    Controllers controllers =
        new Controllers(
            client,
            InstantSource.system(),
            settings(
                configuration.controllers(), configuration.topologyAwareScheduling().enabled()),
            registry,
            new PodCliqueSetPlanner(schedulers, validity, termination),
            new PodCliqueScalingGroupPlanner(validity, termination),
            new PodCliquePlanner(
                schedulers, new PodSettings(configuration.startup().image()), validity),
            new TrackedPodPlanner());
    return new ControllersPart(controllers);
  }

  static ControllerSettings settings(
      OperatorConfiguration.Controllers configured, boolean topologyAware) {
    return new ControllerSettings(
        configured.podCliqueSet().concurrentSyncs(),
        configured.podCliqueScalingGroup().concurrentSyncs(),
        configured.podClique().concurrentSyncs(),
        ControllerSettings.DEFAULTS.writesInFlight(),
        ControllerSettings.DEFAULTS.stopTimeout(),
        topologyAware);
  }

  /** The profiles that have a back-end; the stock scheduler always has one. */
  static SchedulerBackends schedulers(SchedulerConfiguration configured) {
    List<SchedulerBackend> enabled =
        configured.profiles().stream()
            .map(SchedulerConfiguration.Profile::name)
            .map(OperatorWiring::backend)
            .flatMap(Optional::stream)
            .toList();
    SchedulerBackend fallback =
        enabled.stream()
            .filter(backend -> backend.name().equals(configured.defaultProfileName()))
            .findFirst()
            .orElseGet(() -> stockScheduler(enabled));
    return new SchedulerBackends(enabled, fallback);
  }

  private static Optional<SchedulerBackend> backend(String name) {
    Optional<SchedulerBackend> backend = Optional.ofNullable(BACKENDS.get(name));
    if (backend.isEmpty()) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.SCHEDULER, name)
          .log("This version has no back-end for a configured scheduler, which stays disabled");
    }
    return backend;
  }

  private static SchedulerBackend stockScheduler(List<SchedulerBackend> enabled) {
    return enabled.stream()
        .filter(backend -> backend.name().equals(DefaultScheduler.NAME))
        .findFirst()
        .orElseThrow();
  }

  private record ControllersPart(Controllers controllers) implements ProcessPart {
    @Override
    public void start() {
      controllers.start();
    }

    @Override
    public void stop() {
      controllers.stop();
    }

    @Override
    public Stream<HealthCheck> readiness() {
      return Stream.of(
          new HealthCheck(
              "caches",
              () ->
                  controllers.synced()
                      ? Health.ok()
                      : Health.failing("not every cache has been filled")));
    }
  }
}
