package dev.coppice.webhook.eviction;

import dev.coppice.api.Labels;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.queue.victim.GangPod;
import dev.coppice.core.scheduler.kai.KaiKeys;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pod of a gang that the operator made.
 *
 * @param name its own
 * @param gang name of its PodGang
 * @param clique name of its PodClique; empty if it bears none
 * @param queue the queue that it names itself; null if it names none
 * @param node null while it has none
 * @param nominated the node that it has been promised room on; null if there is none
 * @param version metadata.resourceVersion; empty if it has none
 * @param state what evictions ask of it
 */
public record KnownPod(
    String namespace,
    String name,
    String gang,
    String clique,
    @Nullable String queue,
    @Nullable String node,
    @Nullable String nominated,
    String version,
    GangPod state) {

  /** The pod, if it is of such a gang; empty also if nobody can read whether it is. */
  public static Optional<KnownPod> of(Pod pod) {
    if (Unreadable.of(pod).isPresent()) {
      return Optional.empty();
    }
    ObjectMeta metadata = pod.getMetadata();
    Map<String, String> labels = Optional.ofNullable(metadata.getLabels()).orElse(Map.of());
    return gang(labels)
        .map(gang ->
            new KnownPod(
                metadata.getNamespace(),
                metadata.getName(),
                gang,
                labels.getOrDefault(Labels.POD_CLIQUE, ""),
                labels.get(KaiKeys.QUEUE),
                Optional.ofNullable(pod.getSpec()).map(PodSpec::getNodeName).orElse(null),
                Optional.ofNullable(pod.getStatus())
                    .map(PodStatus::getNominatedNodeName)
                    .filter(node -> !node.isEmpty())
                    .orElse(null),
                Objects.requireNonNullElse(metadata.getResourceVersion(), ""),
                GangPod.of(pod)));
  }

  /** The name of the PodGang that a pod with these labels belongs to. */
  static Optional<String> gang(Map<String, String> labels) {
    return Labels.MANAGER.equals(labels.get(Labels.MANAGED_BY))
        ? Optional.ofNullable(labels.get(Labels.POD_GANG))
        : Optional.empty();
  }

  /** Whether it has no node, and nobody has promised it one. */
  public boolean waits() {
    return node == null && nominated == null;
  }

  /** metadata.uid. */
  public String uid() {
    return state.uid();
  }

  /** Namespace and name of its PodGang, with a slash between them. */
  public String gangKey() {
    return namespace + "/" + gang;
  }
}
