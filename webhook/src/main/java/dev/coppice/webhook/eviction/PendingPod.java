package dev.coppice.webhook.eviction;

import dev.coppice.core.queue.victim.Preemptor;
import dev.coppice.core.scheduler.kai.KaiKeys;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Map;
import java.util.Optional;

/**
 * A pod that waits for room.
 *
 * @param uid empty if it is not said
 * @param priority 0 if it is not said
 */
public record PendingPod(
    String namespace, String name, String uid, Map<String, String> labels, int priority) {

  /** Keeps a copy. */
  public PendingPod {
    labels = Map.copyOf(labels);
  }

  /** What is asked of a whole pod. */
  static PendingPod of(Pod pod) {
    ObjectMeta metadata = pod.getMetadata();
    return new PendingPod(
        metadata.getNamespace(),
        metadata.getName(),
        metadata.getUid(),
        Optional.ofNullable(metadata.getLabels()).orElse(Map.of()),
        Optional.ofNullable(pod.getSpec()).map(PodSpec::getPriority).orElse(0));
  }

  /** Whom the rules know it by: its queue is that of its gang before its own. */
  Preemptor preemptor(EvictionLookup lookup, Optional<String> defaultQueue) {
    Optional<String> gang = KnownPod.gang(labels);
    String queue =
        gang.flatMap(name -> lookup.gang(namespace, name))
            .flatMap(RunningGangs::queue)
            .or(() -> Optional.ofNullable(labels.get(KaiKeys.QUEUE)))
            .or(() -> defaultQueue)
            .orElse(null);
    return new Preemptor(queue, gang.map(name -> namespace + "/" + name).orElse(null), priority);
  }

  /** On whose behalf it is: all pods of a gang want the same. */
  String side() {
    return KnownPod.gang(labels).map(gang -> "gang " + namespace + "/" + gang).orElse(toString());
  }

  /** What an event is about. */
  Pod reference() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withUid(uid)
        .endMetadata()
        .build();
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
