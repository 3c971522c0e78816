package dev.coppice.core.exclusive;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.core.exclusive.GroupPod.Standing;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.subgroup.Slot;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.subgroup.SubGroups;
import dev.coppice.core.training.JudgedPod;
import dev.coppice.core.training.Nodes;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads pods of one group with the nodes that they are on. */
final class GroupPods {

  /** The slot of a pod that has none. */
  static final int BEHIND_ALL = Integer.MAX_VALUE;

  private final SlotGroup group;
  private final @Nullable String topologyKey;
  private final Map<String, Node> nodes;
  private final Nodes lost;
  private final boolean training;
  private final Instant now;

  GroupPods(
      SlotGroup group,
      @Nullable String topologyKey,
      Observed observed,
      Nodes lost,
      boolean training,
      Instant now) {
    this.group = group;
    this.topologyKey = topologyKey;
    this.lost = lost;
    this.training = training;
    this.now = now;
    nodes =
        observed
            .all(Node.class)
            .collect(Collectors.toMap(node -> node.getMetadata().getName(), Function.identity()));
  }

  /** Those of the pods that count. */
  List<GroupPod> of(List<PodState> pods) {
    return pods.stream().flatMap(pod -> groupPod(pod).stream()).toList();
  }

  private Optional<GroupPod> groupPod(PodState pod) {
    return standing(pod)
        .map(standing -> {
          Optional<Slot> slot =
              Relatives.label(pod.pod(), Labels.POD_CLIQUE)
                  .flatMap(podClique -> group.slot(podClique, pod.index()));
          int number = slot.map(Slot::number).orElse(BEHIND_ALL);
          return new GroupPod(
              pod,
              number,
              subGroup(group, number),
              epoch(pod.pod()),
              standing,
              topologyKey == null ? null : domain(pod.pod(), topologyKey));
        });
  }

  private Optional<Standing> standing(PodState pod) {
    if (pod.ended()) {
      return training && !pod.terminating() && isSuccess(pod.pod())
          ? Optional.of(Standing.SUCCEEDED)
          : Optional.empty();
    }
    if (pod.terminating()) {
      return Optional.of(JudgedPod.isStuck(pod, lost, now) ? Standing.STUCK : Standing.LEAVING);
    }
    if (pod.assigned()) {
      return Optional.of(Standing.BOUND);
    }
    return Optional.of(pod.gated() ? Standing.GATED : Standing.RELEASED);
  }

  private static boolean isSuccess(Pod pod) {
    return pod.getStatus() != null && "Succeeded".equals(pod.getStatus().getPhase());
  }

  /** The subgroup of a slot; empty if it is in none. */
  static OptionalInt subGroup(SlotGroup group, int slot) {
    SubGroups divided = group.subGroups();
    return divided == null || slot >= divided.slots() ? OptionalInt.empty() : divided.index(slot);
  }

  private static int epoch(Pod pod) {
    Map<String, String> annotations =
        Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.of());
    String told = annotations.get(Annotations.GROUP_EPOCH);
    return told != null && told.matches("\\d{1,9}") ? Integer.parseInt(told) : GroupPod.UNMARKED;
  }

  private @Nullable String domain(Pod pod, String key) {
    if (PodState.isAssigned(pod)) {
      Node node = nodes.get(pod.getSpec().getNodeName());
      return node == null ? null : Relatives.label(node, key).orElse(null);
    }
    Map<String, String> selector = pod.getSpec() == null ? null : pod.getSpec().getNodeSelector();
    return selector == null ? null : selector.get(key);
  }
}
