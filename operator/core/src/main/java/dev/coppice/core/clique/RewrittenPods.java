package dev.coppice.core.clique;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Pods that do not say to the scheduler what they were made to say: a policy has changed it while
 * they were created, and would do the same to those that came in their place.
 */
final class RewrittenPods {

  private RewrittenPods() {}

  /** The conditions with a word about them; without any when there are none. */
  static List<Condition> setIn(List<Condition> before, CliqueView view) {
    List<PodState> alone =
        view.live().stream().filter(pod -> MisplacedPods.isToldOtherwise(view, pod)).toList();
    List<PodState> loose =
        view.exclusive().stream()
            .flatMap(group -> view.live().stream().filter(group::isRewritten))
            .toList();
    return set(
        set(before, ConditionTypes.GANG_NOT_ENFORCED, alone, view, RewrittenPods::alone),
        ConditionTypes.TOPOLOGY_NOT_ENFORCED,
        loose,
        view,
        RewrittenPods::loose);
  }

  private static List<Condition> set(
      List<Condition> before,
      String type,
      List<PodState> rewritten,
      CliqueView view,
      Function<List<PodState>, Reason> reason) {
    return rewritten.isEmpty()
        ? Conditions.remove(before, type)
        : Conditions.set(before, reason.apply(rewritten).condition(type, view), view.now());
  }

  private record Reason(String name, String message) {
    Condition condition(String type, CliqueView view) {
      return Conditions.of(type, true, name, message, view.clique().getMetadata().getGeneration());
    }
  }

  private static Reason alone(List<PodState> pods) {
    return new Reason(
        ConditionReasons.GANG_REWRITTEN,
        "%s made for a PodGroup %s, so that the scheduler does not place them together: a policy changes %s of pods"
            .formatted(
                Words.count(pods.size(), "pod"),
                named(pods.getFirst()).map("name another one, %s"::formatted).orElse("name none"),
                NativeGangs.FIELD));
  }

  private static Reason loose(List<PodState> pods) {
    return new Reason(
        ConditionReasons.AFFINITY_REWRITTEN,
        "the affinity that keeps groups in domains of their own is missing in %s, so that others may be placed there: a policy changes affinity of pods, or they are older than what asks for it"
            .formatted(Words.count(pods.size(), "pod")));
  }

  private static Optional<String> named(PodState pod) {
    return NativeGangs.placementOf(pod.pod());
  }
}
