package dev.coppice.app;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.SchedulerConfiguration;
import dev.coppice.app.health.Health;
import dev.coppice.app.health.HealthCheck;
import dev.coppice.app.startup.ClusterProbe;
import dev.coppice.app.startup.ClusterState;
import dev.coppice.app.startup.RequiredKind;
import dev.coppice.controllers.ControllerSettings;
import dev.coppice.controllers.Controllers;
import dev.coppice.controllers.Planners;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.binding.ClusterTopologyBindingPlanner;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.pod.LeaderWorkerSetCompatibility;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.StartupSettings;
import dev.coppice.core.queue.QueuePlanner;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.set.PodCliqueSetPlanner;
import dev.coppice.core.training.TrackedPodPlanner;
import dev.coppice.core.trial.TrialPods;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.ClusterConnection;
import dev.coppice.kube.scheduling.GangProbe;
import dev.coppice.kube.scheduling.KaiProbe;
import dev.coppice.kube.scheduling.QueueProbe;
import dev.coppice.kube.schema.ServedSchemas;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the controllers together out of what this process was given. */
final class OperatorWiring {

  private static final QueueProbe.Found NO_QUEUES = new QueueProbe.Found(false, false);
  private static final Logger LOGGER = LoggerFactory.getLogger(OperatorWiring.class);

  private OperatorWiring() {}

  /**
   * The part of the process that reconciles.
   *
   * @param connection to the cluster, whose clock is the instant of every decision
   * @param namespace where the operator may try what the cluster offers
   * @param schemas how the API server stores what is written
   */
  static ProcessPart controllers(
      OperatorConfiguration configuration,
      ClusterConnection connection,
      String namespace,
      MeterRegistry registry,
      ServedSchemas schemas) {
    KubernetesClient client = connection.client();
    SchedulerConfiguration schedulers = configuration.scheduler();
    Supplier<Set<Class<? extends HasMetadata>>> absent =
        () -> absentTopologies(configuration, client);
    if (schedulers.isNativeGangsWanted()
        || schedulers.hasProfile(KaiScheduler.NAME)
        || configuration.queue().enabled()) {
      // What is watched for them is known when the cluster was asked.
      Supplier<SchedulerBackend> stock =
          schedulers.isNativeGangsWanted()
              ? new GangProbe(client, namespace)::look
              : DefaultScheduler::new;
      KaiProbe kai = new KaiProbe(client);
      return new ControllersPart(
          () ->
              controllers(
                  configuration,
                  connection,
                  schedulers(schedulers, stock, kai::look),
                  queues(configuration, client),
                  registry,
                  schemas),
          absent);
    }
    Controllers controllers =
        controllers(
            configuration, connection, schedulers(schedulers), NO_QUEUES, registry, schemas);
    return new ControllersPart(() -> controllers, absent);
  }

  /** Whether anything that is enabled needs ClusterTopologyBindings. */
  static boolean needsTopologies(OperatorConfiguration configuration) {
    return configuration.topologyAwareScheduling().enabled()
        || configuration.scheduler().hasProfile(KaiScheduler.NAME);
  }

  // They are reported on wherever they are, but only who needs them waits for them.
  private static Set<Class<? extends HasMetadata>> absentTopologies(
      OperatorConfiguration configuration, KubernetesClient client) {
    if (needsTopologies(configuration)
        || !(new ClusterProbe(client, List.of(RequiredKind.TOPOLOGIES)).get()
            instanceof ClusterState.MissingDefinitions missing)) {
      return Set.of();
    }
    LOGGER
        .atInfo()
        .addKeyValue(LogKeys.DEFINITIONS, missing.names())
        .log(
            "There are no ClusterTopologyBindings, and nothing that is enabled needs them; once"
                + " there are, start again");
    return Set.of(ClusterTopologyBinding.class);
  }

  private static Controllers controllers(
      OperatorConfiguration configuration,
      ClusterConnection connection,
      SchedulerBackends schedulers,
      QueueProbe.Found found,
      MeterRegistry registry,
      ServedSchemas schemas) {
    QueueSettings queues = queues(configuration);
    Validity validity = new Validity(AdmissionWiring.settings(configuration));
    TerminationSettings termination =
        new TerminationSettings(configuration.gangTermination().defaultDelay());
    TrialPods trials = new TrialPods(schedulers, pods(configuration));
    return new Controllers(
        connection.client(),
        connection.clock(),
        connection.history(),
        settings(configuration.controllers(), configuration.topologyAwareScheduling().enabled())
            .with(queues, found.served(), manages(configuration, found)),
        registry,
        schedulers,
        new Planners(
            new PodCliqueSetPlanner(schedulers, validity, termination, queues, trials),
            new PodCliqueScalingGroupPlanner(validity, termination, queues.enabled(), trials),
            new PodCliquePlanner(schedulers, pods(configuration), validity),
            new TrackedPodPlanner(),
            new ClusterTopologyBindingPlanner(schedulers),
            new QueuePlanner()),
        schemas);
  }

  private static boolean manages(OperatorConfiguration configuration, QueueProbe.Found found) {
    return switch (configuration.queue().manageStatus()) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> !found.kai() && !configuration.integration().kai();
    };
  }

  static PodSettings pods(OperatorConfiguration configuration) {
    return new PodSettings(
        startup(configuration.startup()),
        switch (configuration.pods().leaderWorkerSetCompatibility()) {
          case OFF -> LeaderWorkerSetCompatibility.OFF;
          case LABELS -> LeaderWorkerSetCompatibility.LABELS;
          case LABELS_AND_ENV -> LeaderWorkerSetCompatibility.LABELS_AND_ENV;
        },
        configuration.queue().enabled(),
        queues(configuration).labelOfNodes(),
        configuration.clusterDomain());
  }

  private static StartupSettings startup(OperatorConfiguration.Startup configured) {
    return new StartupSettings(
        configured.image(),
        quantities(configured.resources().requests()),
        quantities(configured.resources().limits()));
  }

  private static Map<String, Quantity> quantities(OperatorConfiguration.StartupAmounts amounts) {
    return amounts.byResource().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, amount -> Quantity.parse(amount.getValue())));
  }

  private static QueueProbe.Found queues(
      OperatorConfiguration configuration, KubernetesClient client) {
    return configuration.queue().enabled() ? new QueueProbe(client).look() : NO_QUEUES;
  }

  /** What is configured about queues, as decisions read it. */
  static QueueSettings queues(OperatorConfiguration configuration) {
    return new QueueSettings(
        configuration.queue().enabled(),
        Optional.of(configuration.queue().defaultName()).filter(name -> !name.isEmpty()),
        configuration.minRuntime().pools(),
        configuration.minRuntime().unqueuedPreemptor(),
        configuration.minRuntime().startTimeSource(),
        configuration.minRuntime().nodePoolLabelKey());
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

  /** The same for those who ask only for names. */
  static SchedulerBackends schedulers(SchedulerConfiguration configured) {
    return schedulers(configured, DefaultScheduler::new, KaiScheduler::new);
  }

  /**
   * The profiles that have a back-end; the stock scheduler always has one.
   *
   * @param stock the stock scheduler
   * @param kai asked only if it has a profile
   */
  private static SchedulerBackends schedulers(
      SchedulerConfiguration configured,
      Supplier<SchedulerBackend> stock,
      Supplier<SchedulerBackend> kai) {
    Map<String, Supplier<SchedulerBackend>> backends =
        Map.of(DefaultScheduler.NAME, stock, KaiScheduler.NAME, kai);
    List<SchedulerBackend> enabled =
        configured.profiles().stream()
            .map(SchedulerConfiguration.Profile::name)
            .map(name -> backend(name, backends))
            .flatMap(Optional::stream)
            .toList();
    SchedulerBackend fallback =
        enabled.stream()
            .filter(backend -> backend.name().equals(configured.defaultProfileName()))
            .findFirst()
            .orElseGet(() -> stockScheduler(enabled));
    return new SchedulerBackends(enabled, fallback);
  }

  private static Optional<SchedulerBackend> backend(
      String name, Map<String, Supplier<SchedulerBackend>> backends) {
    Optional<SchedulerBackend> backend = Optional.ofNullable(backends.get(name)).map(Supplier::get);
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

  private static final class ControllersPart implements ProcessPart {

    private final Supplier<Controllers> maker;
    private final Supplier<Set<Class<? extends HasMetadata>>> absent;
    private final AtomicReference<@Nullable Controllers> made = new AtomicReference<>();

    ControllersPart(
        Supplier<Controllers> maker, Supplier<Set<Class<? extends HasMetadata>>> absent) {
      this.maker = maker;
      this.absent = absent;
    }

    @Override
    public void start() {
      Controllers controllers = maker.get();
      made.set(controllers);
      controllers.start(absent.get());
    }

    @Override
    public void stop() {
      Controllers controllers = made.get();
      if (controllers != null) {
        controllers.stop();
      }
    }

    @Override
    public Stream<HealthCheck> readiness() {
      return Stream.of(new HealthCheck("caches", this::caches));
    }

    private Health caches() {
      Controllers controllers = made.get();
      return controllers != null && controllers.synced()
          ? Health.ok()
          : Health.failing("not every cache has been filled");
    }
  }
}
