package dev.coppice.kube.scheduling;

import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.workload.GangTrial;
import dev.coppice.core.scheduler.workload.PlacedGroup;
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
    APIResourceList served = client.getApiResources(GangTrial.API_VERSION);
    if (served == null || !GangTrial.isServed(served.getResources())) {
      return lacking(GangTrial.NOT_SERVED);
    }
    try {
      PlacedGroup group = created(GangTrial.group(namespace));
      Optional<String> missing = GangTrial.missing(group, created(GangTrial.pod(namespace)));
      return missing.isPresent() ? lacking(missing.get()) : GangTrial.scheduler(group);
    } catch (KubernetesClientException e) {
      if (FailureReason.isSilence(e)) {
        throw e;
      }
      return lacking("the API server refuses to try it: " + FailureReason.of(e));
    }
  }

  private static SchedulerBackend lacking(String why) {
    LOGGER
        .atWarn()
        .addKeyValue(LogKeys.SCHEDULER, DefaultScheduler.NAME)
        .addKeyValue(LogKeys.FAILURE, why)
        .log("The configured gang scheduling is not there; pods are placed one by one");
    return DefaultScheduler.lacking(why);
  }

  private <T extends HasMetadata> T created(T object) {
    return client.resource(object).dryRun().create();
  }
}
