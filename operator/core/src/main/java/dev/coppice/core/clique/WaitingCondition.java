package dev.coppice.core.clique;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** Says why pods that are asked for are not made. Absent as long as there is nothing to say. */
final class WaitingCondition {

  private WaitingCondition() {}

  /** The conditions with what the clique waits for. */
  static List<Condition> set(List<Condition> before, CliqueView view) {
    return view.isDrifted()
        ? Conditions.set(
            before,
            Conditions.of(
                ConditionTypes.WAITING,
                true,
                ConditionReasons.TEMPLATE_DRIFT,
                "the podSpec is not the one that was made from the template; no pod is made from it",
                view.clique().getMetadata().getGeneration()),
            view.now())
        : Conditions.remove(before, ConditionTypes.WAITING);
  }
}
