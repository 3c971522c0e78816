package dev.coppice.core.explain;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Map;

/** Which of several conditions {@code Waiting} is told of: the one that the others wait for. */
public final class WaitDepth {

  /** How near the end of a chain of waits each reason is: who waits for others comes last. */
  private static final Map<String, Integer> DEPTHS =
      Map.of(
          ConditionReasons.STARTING, 1,
          ConditionReasons.BARRIER, 1,
          ConditionReasons.OLD_PODS, 1,
          ConditionReasons.FOREIGN_GATE, 1,
          ConditionReasons.NOTHING_TO_WAIT_FOR, 2,
          ConditionReasons.POD_GANG, 3,
          ConditionReasons.BASE_GANG, 3,
          ConditionReasons.SURPLUS, 3,
          ConditionReasons.LEADER_UNBOUND, 3,
          ConditionReasons.STARTUP_ORDER, 3);

  private WaitDepth() {}

  /**
   * The order in which waits of several PodCliques are told: the one that others wait for first.
   */
  public static int of(String reason) {
    return DEPTHS.getOrDefault(reason, 0);
  }

  /**
   * The same of a condition {@code Waiting}: a pod of a gang may lack a place only because others
   * of the gang do.
   */
  public static int of(Condition waiting) {
    return waiting.getReason().equals(ConditionReasons.UNSCHEDULABLE)
            && NativeGangs.isForOthers(waiting.getMessage())
        ? of(ConditionReasons.POD_GANG)
        : of(waiting.getReason());
  }

  /** The same of a PodClique by what it has told; of one that has told nothing it is the middle. */
  public static int of(PodClique clique) {
    return Conditions.find(clique.statusOrEmpty().conditions(), ConditionTypes.WAITING)
        .map(WaitDepth::of)
        .orElse(of(ConditionReasons.NOTHING_TO_WAIT_FOR));
  }

  /** Whether a condition {@code Waiting} tells of something that somebody has to look after. */
  public static boolean isFailure(Condition waiting) {
    return (of(waiting) == 0 && !waiting.getReason().equals(ConditionReasons.NAMESPACE_TERMINATING))
        || (waiting.getReason().equals(ConditionReasons.STARTING)
            && Wait.Starting.tellsTrouble(waiting.getMessage()));
  }
}
