package dev.coppice.core.explain;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.status.Words;
import dev.coppice.core.training.JudgedPod;
import dev.coppice.core.training.Nodes;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Pods of a PodClique that should be gone and hang in Terminating, since their node is not Ready
 * and nobody is left who would end them: the condition {@code StuckTerminating}. Nothing waits for
 * them, and they may hold their devices.
 *
 * @param pods those whose node is not Ready, by index and name, whether their time is over or not
 * @param now the instant
 */
public record StuckPods(List<PodState> pods, Instant now) {

  private static final Comparator<PodState> BY_INDEX =
      Comparator.comparingInt(PodState::index).thenComparing(PodState::name);

  /**
   * Those that name a PodClique, whoever owns them.
   *
   * @param observed the pods in view, and the nodes of those that terminate
   */
  public static StuckPods of(PodClique clique, Observed observed, Instant now) {
    List<PodState> terminating =
        observed
            .all(Pod.class)
            .filter(pod ->
                Ownership.isTerminating(pod) && Relatives.names(pod, Labels.POD_CLIQUE, clique))
            .map(PodState::of)
            .filter(pod -> !pod.ended())
            .toList();
    if (terminating.isEmpty()) {
      return new StuckPods(List.of(), now); // as most have none
    }
    Nodes nodes = Nodes.present(observed);
    return new StuckPods(
        terminating.stream().filter(pod -> nodes.haveLost(pod.pod())).sorted(BY_INDEX).toList(),
        now);
  }

  /** When time alone makes the next one count; empty if none is left that does not. */
  public Optional<Instant> next() {
    return pods.stream()
        .map(JudgedPod::overdue)
        .filter(now::isBefore)
        .min(Comparator.naturalOrder());
  }

  /** What is told of those whose time is over; empty if there are none. */
  public Optional<String> message() {
    List<PodState> over =
        pods.stream().filter(pod -> !now.isBefore(JudgedPod.overdue(pod))).toList();
    return over.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s in Terminating on %s not Ready: %s"
                .formatted(
                    over.size() == 1 ? "1 pod hangs" : over.size() + " pods hang",
                    over.size() == 1 ? "a node that is" : "nodes that are",
                    FirstFew.of(over.stream().map(StuckPods::place).toList())));
  }

  private static String place(PodState pod) {
    return "%s on %s since %s"
        .formatted(pod.name(), Words.quote(pod.pod().getSpec().getNodeName()), since(pod));
  }

  // The time that the API server notes is when the grace is over.
  private static Instant since(PodState pod) {
    ObjectMeta metadata = pod.pod().getMetadata();
    return Instant.parse(metadata.getDeletionTimestamp())
        .minusSeconds(Objects.requireNonNullElse(metadata.getDeletionGracePeriodSeconds(), 0L));
  }

  /** The conditions with this one set, or without it. */
  public List<Condition> setIn(List<Condition> before, long generation) {
    return message()
        .map(message ->
            Conditions.set(
                before,
                Conditions.of(
                    ConditionTypes.STUCK_TERMINATING,
                    true,
                    ConditionReasons.NODE_NOT_READY,
                    Messages.shortened(message),
                    generation),
                now))
        .orElseGet(() -> Conditions.remove(before, ConditionTypes.STUCK_TERMINATING));
  }

  /** What a PodClique has told of its own. */
  static Optional<String> toldBy(PodClique clique) {
    return Conditions.find(clique.statusOrEmpty().conditions(), ConditionTypes.STUCK_TERMINATING)
        .map(Condition::getMessage);
  }
}
