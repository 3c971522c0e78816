package dev.coppice.kube.scheduling;

import dev.coppice.api.queue.Queue;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out whether there are Queues, and whether they are KAI's. */
public final class QueueProbe {

  private static final Logger LOGGER = LoggerFactory.getLogger(QueueProbe.class);
  private static final String SHARDS_VERSION = "kai.scheduler/v1";
  private static final String SHARDS = "schedulingshards";

  private final KubernetesClient client;

  /** A probe. */
  public QueueProbe(KubernetesClient client) {
    this.client = client;
  }

  /**
   * What the cluster serves.
   *
   * @param served whether Queues can be read
   * @param kai whether KAI is there, which reads the same Queues and writes their statuses
   */
  public record Found(boolean served, boolean kai) {}

  /**
   * Looks.
   *
   * @throws KubernetesClientException if the API server does not answer
   */
  public Found look() {
    String version = HasMetadata.getApiVersion(Queue.class);
    boolean served = isServed(version, HasMetadata.getPlural(Queue.class));
    if (!served) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.FAILURE, "the cluster serves no queues of " + version)
          .log("There are no Queues, only what node pools say; once there are, start again");
    }
    return new Found(served, isKaiThere());
  }

  /**
   * Looks for KAI alone.
   *
   * @throws KubernetesClientException if the API server does not answer
   */
  public boolean isKaiThere() {
    return isServed(SHARDS_VERSION, SHARDS);
  }

  private boolean isServed(String version, String plural) {
    APIResourceList list = client.getApiResources(version);
    return list != null
        && list.getResources().stream().anyMatch(resource -> resource.getName().equals(plural));
  }
}
