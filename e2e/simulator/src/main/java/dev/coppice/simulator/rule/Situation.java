package dev.coppice.simulator.rule;

import java.util.Map;
import java.util.Set;

/**
 * What a run has to come to, for the rules of gang termination and of updates to be asked at all.
 */
public enum Situation {
  /** A set began to tear down a replica. */
  SET_REPLICA_TORN_DOWN,
  /** A group began to tear down a replica. */
  GROUP_REPLICA_TORN_DOWN,
  /** Something was scaled while a record was open. */
  SCALED_DURING_A_TEARDOWN,
  /** The operator was killed while a record was open. */
  KILLED_DURING_A_TEARDOWN,
  /** A call that nobody waited for was obeyed while a record was open. */
  LATE_CALL_DURING_A_TEARDOWN,
  /** A delay was changed, set or removed while something was breached. */
  DELAY_CHANGED_DURING_A_BREACH,
  /** Something stayed breached because nobody had set a delay. */
  KEPT_WITHOUT_A_DELAY,
  /** Something stayed as it was because it had never been available. */
  KEPT_AS_NEVER_AVAILABLE,
  /** A breach past its delay, as it was stored, was not what the pods said. */
  KEPT_BY_ITS_PODS,
  /** Something stayed as it was because it was being updated. */
  KEPT_IN_AN_UPDATE,
  /** A Ready pod was deleted by a call that nobody waited for, or whose answer was lost. */
  POD_LOST_TO_A_LATE_CALL,
  /** A group replaced an outdated replica. */
  GROUP_REPLICA_UPDATED,
  /** A rolling update of the set came to its end, or was given up. */
  UPDATE_ENDED,
  /** A clique's template was changed back to what pods were still made from (A, B, A). */
  TEMPLATE_CHANGED_BACK,
  /** A clique's template was changed on before all pods had followed (A, B, C). */
  TEMPLATE_CHANGED_ON,
  /** The strategy was changed while pods were outdated. */
  STRATEGY_CHANGED_IN_AN_UPDATE,
  /** All was at rest at a template that came after another one. */
  LAST_TEMPLATE_REACHED,
  /** The same under OnDelete: what had been made since was made from it. */
  LAST_TEMPLATE_REACHED_ON_DELETE,
  /** Where views hardly lag, a Ready pod went while its template was a second old or more. */
  READY_POD_TAKEN_IN_TIME,
  /** That pod was made from the current template, so that its end had to be explained. */
  CURRENT_POD_TAKEN_IN_TIME,
  /** The operator was killed while the set was being updated. */
  KILLED_DURING_AN_UPDATE,
  /** An index that an update took got its pod before a lower one that was free. */
  TAKEN_REFILLED_BEFORE_A_LOWER_INDEX,
  /** An update stood still because a pod that replaced another one did not run. */
  HELD_UP_BY_A_POD_THAT_NEVER_RUNS,
  /** An update went on while what it had taken waited for a place, which another one had. */
  PASSED_ON,
  /** The API server did not take the pods of a template that was tried. */
  TEMPLATE_REFUSED,
  /** Something was scaled. */
  SCALED,
  /** A gang got its nodes at once. */
  GANG_PLACED,
  /** What was recorded to be placed at once could not be any more. */
  PLACEMENT_GIVEN_UP,
  /** A scaled gang was let go. */
  SCALED_GANG_RELEASED,
  /** The same although others that come before it had no nodes yet. */
  RELEASED_BY_TIME;

  /** What only comes where the stock scheduler places gangs. */
  public static final Set<Situation> OF_GANGS =
      Set.of(GANG_PLACED, PLACEMENT_GIVEN_UP, SCALED_GANG_RELEASED, RELEASED_BY_TIME);

  /** Whether something was torn down in a run that came to this. */
  public static boolean isTornDown(Map<Situation, Integer> run) {
    return run.containsKey(SET_REPLICA_TORN_DOWN) || run.containsKey(GROUP_REPLICA_TORN_DOWN);
  }
}
