package dev.coppice.api;

/** Types of the conditions that we write. */
public final class ConditionTypes {

  /** Set, group and clique: as many as needed are available. What a user waits for. */
  public static final String AVAILABLE = "Available";

  /**
   * Set, group and clique: what is asked for can be done. Absent while it can; False, nothing
   * creates pods for it any more.
   */
  public static final String VALID = "Valid";

  /** Set: no field is used that does nothing yet. */
  public static final String SUPPORTED = "Supported";

  /**
   * Set: a level of a topology that is asked for does not exist. Unknown while nobody can say.
   * Absent where topology-aware scheduling is switched off and no level is asked for.
   */
  public static final String TOPOLOGY_LEVELS_UNAVAILABLE = "TopologyLevelsUnavailable";

  /**
   * ClusterTopologyBinding: a scheduler knows the topology by other levels. Unknown while a
   * scheduler that is named cannot know it at all; absent where no scheduler has anything to know.
   */
  public static final String SCHEDULER_TOPOLOGY_DRIFT = "SchedulerTopologyDrift";

  /**
   * Set: a PodClique or PodCliqueScalingGroup that nothing scales automatically has another number
   * of replicas than the template. Absent while none has.
   */
  public static final String REPLICAS_DIFFER = "ReplicasDiffer";

  /** Clique: its minimum of pods is bound to nodes. */
  public static final String POD_CLIQUE_SCHEDULED = "PodCliqueScheduled";

  /** Clique and group: fewer are ready than the work needs. */
  public static final String MIN_AVAILABLE_BREACHED = "MinAvailableBreached";

  /**
   * Set, group and clique: something is on its way to the current template, the first creation
   * included. False once every replica has had its minimum of Ready pods of it; a later loss of
   * pods does not make it True again.
   */
  public static final String PROGRESSING = "Progressing";

  /** Gang: all its pods exist. */
  public static final String INITIALIZED = "Initialized";

  /**
   * Gang: every group has its minimum of pods bound to nodes. Set: all its gangs exist, and that
   * holds for each.
   */
  public static final String SCHEDULED = "Scheduled";

  /**
   * Set: its scheduler places the minimum of a gang as a whole or not at all. What is asked for in
   * {@code minAvailable} is started in order and torn down together either way.
   */
  public static final String GANG_SCHEDULING = "GangScheduling";

  /**
   * Gang: only a part of the pods that get their places together has any, and the scheduler has
   * never said a word about the gang: its own feature gates are off. Unknown at first; absent while
   * nothing speaks for it. Clique: a policy takes from its pods that they belong to a gang; absent
   * otherwise.
   */
  public static final String GANG_NOT_ENFORCED = "GangNotEnforced";

  /**
   * Gang and set: the scheduler does not keep all that is asked of a topology; the message names
   * what it does not keep. Clique and set: pods came without the affinity by which a group, or a
   * subgroup, has a domain for itself. Absent while everything is kept.
   */
  public static final String TOPOLOGY_NOT_ENFORCED = "TopologyNotEnforced";

  /**
   * Set, group and clique: everything that is asked for is there and available; the reason is one
   * word for the whole state. Gang: every group has its minimum of Ready pods.
   */
  public static final String READY = "Ready";

  /** Set, group and clique: only a changed specification helps. Absent while that is not so. */
  public static final String STALLED = "Stalled";

  /**
   * On a PodCliqueSet, by another operator: its PodGangs are to be named after epochs. Taken away,
   * since ours are not.
   */
  public static final String POD_GANG_MIGRATION_IN_PROGRESS = "PodGangMigrationInProgress";

  /** Clique: pods that are asked for do not run, for a reason that is known. */
  public static final String WAITING = "Waiting";

  /**
   * Clique: pods that should be gone hang in Terminating on nodes that are not Ready. Absent while
   * none does.
   */
  public static final String STUCK_TERMINATING = "StuckTerminating";

  /**
   * Clique with a subGroupPolicy: its replicas make whole subgroups. While it is False, those that
   * do not get no pods.
   */
  public static final String SUB_GROUP_ALIGNED = "SubGroupAligned";

  /** Clique of a training job: every pod index has exited with 0 in this attempt. */
  public static final String SUCCEEDED = "Succeeded";

  /** Set, Training: it has come to its end with success, together with the phase. */
  public static final String COMPLETE = "Complete";

  /** Set, Training: it is decided that it fails; pods may still be going away. */
  public static final String FAILURE_TARGET = "FailureTarget";

  /** Set, Training: it has failed, together with the phase. Never taken back. */
  public static final String FAILED = "Failed";

  /**
   * Set, group and clique: whether an update runs, in Grove's words. Unknown while it has come no
   * further for as long as its progressDeadline.
   */
  public static final String UPDATE_IN_PROGRESS = "UpdateInProgress";

  /** Queue: the parent that it names does not exist. Absent while that is not so. */
  public static final String ORPHAN = "Orphan";

  /**
   * Whether a minimum runtime protects a PodGang from somebody. Absent where there are no queues.
   */
  public static final String RUNTIME_PROTECTED = "RuntimeProtected";

  /** Queue: it is one of its own ancestors. Absent while that is not so. */
  public static final String CYCLE = "Cycle";

  /** Queue: a minimum runtime cannot be read, and counts as absent. Absent while none is so. */
  public static final String INVALID_MIN_RUNTIME = "InvalidMinRuntime";

  private ConditionTypes() {}
}
