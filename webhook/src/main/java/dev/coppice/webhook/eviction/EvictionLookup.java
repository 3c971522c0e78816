package dev.coppice.webhook.eviction;

import dev.coppice.api.gang.PodGang;
import dev.coppice.core.queue.QueueTree;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What the cluster has, as far as evictions ask. Used by many threads at once. */
public interface EvictionLookup {

  /** Why nothing can be judged yet; empty once all caches are filled. */
  Optional<String> complaint();

  /** All queues. */
  QueueTree queues();

  /** A PodGang of the operator. */
  Optional<PodGang> gang(String namespace, String name);

  /** A pod of a gang of the operator. */
  Optional<KnownPod> pod(String uid);

  /**
   * The pods of a PodGang.
   *
   * @param gangKey its namespace and name, with a slash between them
   */
  Collection<KnownPod> podsOfGang(String gangKey);

  /** Whether there is such a pod, and it is of no gang of the operator. */
  boolean isForeign(String uid);

  /** The node pool that the label of a node names. */
  Optional<String> poolOfNode(String node);

  /**
   * The pods on a node, asked from the API server.
   *
   * @throws dev.coppice.webhook.review.UnansweredException if there is no answer
   */
  List<Pod> podsOn(String node);

  /**
   * The pods that have been promised room on a node, asked likewise.
   *
   * @throws dev.coppice.webhook.review.UnansweredException if there is no answer
   */
  List<Pod> nominatedTo(String node);

  /**
   * A pod by its name, asked likewise.
   *
   * @throws dev.coppice.webhook.review.UnansweredException if there is no answer
   */
  Optional<Pod> pod(String namespace, String name);
}
