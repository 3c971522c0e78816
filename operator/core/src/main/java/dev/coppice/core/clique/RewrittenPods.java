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

/**
 * Pods that were made for a placement and do not say so to the scheduler: a policy has changed it
 * while they were created, and would do the same to those that came in their place.
 */
final class RewrittenPods {

  private RewrittenPods() {}

  /** The conditions with a word about them; without any when there are none. */
  static List<Condition> setIn(List<Condition> before, CliqueView view) {
    List<PodState> rewritten =
        view.live().stream().filter(pod -> MisplacedPods.isToldOtherwise(view, pod)).toList();
    return rewritten.isEmpty()
        ? Conditions.remove(before, ConditionTypes.GANG_NOT_ENFORCED)
        : Conditions.set(before, condition(view, rewritten), view.now());
  }

  private static Condition condition(CliqueView view, List<PodState> rewritten) {
    PodState first = rewritten.getFirst();
    return Conditions.of(
        ConditionTypes.GANG_NOT_ENFORCED,
        true,
        ConditionReasons.GANG_REWRITTEN,
        "%s made for a PodGroup %s, so that the scheduler does not place them together: a policy changes %s of pods"
            .formatted(
                Words.count(rewritten.size(), "pod"),
                named(first).map("name another one, %s"::formatted).orElse("name none"),
                NativeGangs.FIELD),
        view.clique().getMetadata().getGeneration());
  }

  private static Optional<String> named(PodState pod) {
    return NativeGangs.placementOf(pod.pod());
  }
}
