package dev.coppice.kube.scheduling;

import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.api.model.APIResourceList;
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
    APIResourceList served = client.getApiResources(KaiPodGroup.API_VERSION);
    if (served != null && KaiScheduler.isServed(served.getResources())) {
      return new KaiScheduler();
    }
    KaiScheduler missing = KaiScheduler.notInstalled();
    LOGGER
        .atWarn()
        .addKeyValue(LogKeys.SCHEDULER, KaiScheduler.NAME)
        .addKeyValue(LogKeys.FAILURE, missing.gangs().message())
        .log("The configured scheduler is not there; it is told of no gang");
    return missing;
  }
}
