package dev.coppice.kube.scheduling;

import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.kai.KaiTopology;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out whether the kinds of KAI are there: a kind that is not served cannot be watched. */
public final class KaiProbe {

  private static final Logger LOGGER = LoggerFactory.getLogger(KaiProbe.class);

  private final KubernetesClient client;

  /** A probe. */
  public KaiProbe(KubernetesClient client) {
    this.client = client;
  }

  /**
   * KAI as this cluster has it.
   *
   * @throws KubernetesClientException if the API server does not answer
   */
  public SchedulerBackend look() {
    KaiScheduler kai =
        isServed(KaiPodGroup.class) ? new KaiScheduler() : KaiScheduler.notInstalled();
    if (!kai.gangs().isGiven()) {
      warn(kai.gangs().message(), "The configured scheduler is not there; it is told of no gang");
    }
    if (isServed(KaiTopology.class)) {
      return kai;
    }
    KaiScheduler without = kai.withoutTopologies();
    warn(
        without.ofTopologies().absence().orElseThrow(),
        "The configured scheduler has no topologies; it is told of none");
    return without;
  }

  private boolean isServed(Class<? extends HasMetadata> kind) {
    APIResourceList served = client.getApiResources(HasMetadata.getApiVersion(kind));
    return served != null
        && served.getResources().stream()
            .anyMatch(resource -> resource.getName().equals(HasMetadata.getPlural(kind)));
  }

  private static void warn(String why, String line) {
    LOGGER
        .atWarn()
        .addKeyValue(LogKeys.SCHEDULER, KaiScheduler.NAME)
        .addKeyValue(LogKeys.FAILURE, why)
        .log(line);
  }
}
