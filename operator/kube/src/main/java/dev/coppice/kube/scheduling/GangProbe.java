package dev.coppice.kube.scheduling;

import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.workload.GangTrial;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.FailureReason;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether the stock scheduler can be told of gangs. A gate that is off shows only in what
 * the API server drops: so a PodGroup and a pod are created with {@code dryRun}, and what comes
 * back is looked at.
 */
public final class GangProbe {

  private static final Logger LOGGER = LoggerFactory.getLogger(GangProbe.class);

  private final KubernetesClient client;
  private final String namespace;

  /**
   * A probe.
   *
   * @param namespace where objects are tried
   */
  public GangProbe(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /**
   * The stock scheduler as this cluster has it.
   *
   * @throws KubernetesClientException if the API server does not answer
   */
  public SchedulerBackend look() {
    Optional<String> missing = missing();
    missing.ifPresent(why ->
        LOGGER
            .atWarn()
            .addKeyValue(LogKeys.SCHEDULER, DefaultScheduler.NAME)
            .addKeyValue(LogKeys.FAILURE, why)
            .log("The configured gang scheduling is not there; pods are placed one by one"));
    return missing.<SchedulerBackend>map(DefaultScheduler::lacking).orElseGet(NativeGangs::new);
  }

  private Optional<String> missing() {
    APIResourceList served = client.getApiResources(GangTrial.API_VERSION);
    if (served == null || !GangTrial.isServed(served.getResources())) {
      return Optional.of(GangTrial.NOT_SERVED);
    }
    try {
      return GangTrial.missing(
          created(GangTrial.group(namespace)), created(GangTrial.pod(namespace)));
    } catch (KubernetesClientException e) {
      if (FailureReason.isSilence(e)) {
        throw e;
      }
      return Optional.of("the API server refuses to try it: " + FailureReason.of(e));
    }
  }

  private <T extends HasMetadata> T created(T object) {
    return client.resource(object).dryRun().create();
  }
}
