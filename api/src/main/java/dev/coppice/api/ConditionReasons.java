package dev.coppice.api;

/** Reasons of the conditions that we write. */
public final class ConditionReasons {

  /** Available is True. */
  public static final String ALL_AVAILABLE = "AllAvailable";

  /** Available is False. */
  public static final String INSUFFICIENT_AVAILABLE = "InsufficientAvailable";

  /**
   * Valid and Ready are False, Stalled and Waiting True: a rule forbids what is asked for. In the
   * word of the API server.
   */
  public static final String INVALID = "Invalid";

  /**
   * Valid is False: the API server does not take pods of the template, so that nothing is deleted
   * for it. It is asked again.
   */
  public static final String TEMPLATE_REFUSED = "TemplateRefused";

  /** Supported is False; without unsupported fields there is no such condition. */
  public static final String NOT_IMPLEMENTED = "NotImplemented";

  /** ReplicasDiffer is True; while nothing differs there is no such condition. */
  public static final String DIFFERS_FROM_TEMPLATE = "DiffersFromTemplate";

  /** Ready is True: the set or the scaling group has no replicas, and asks for no pods. */
  public static final String SCALED_TO_ZERO = "ScaledToZero";

  /**
   * Ready of a clique is True: it has no replicas, and asks for no pods. MinAvailableBreached of a
   * clique or a group is False for the same.
   */
  public static final String IDLE = "Idle";

  /**
   * Ready is True: everything that is asked for is there, and beside it old pods hang on nodes that
   * do not answer.
   */
  public static final String STUCK_TERMINATING = "StuckTerminating";

  /** StuckTerminating is True; while no pod hangs there is no such condition. */
  public static final String NODE_NOT_READY = "NodeNotReady";

  /** PodCliqueScheduled is True. */
  public static final String SUFFICIENT_SCHEDULED_PODS = "SufficientScheduledPods";

  /** PodCliqueScheduled is False. */
  public static final String INSUFFICIENT_SCHEDULED_PODS = "InsufficientScheduledPods";

  /** SubGroupAligned is True. */
  public static final String WHOLE_SUB_GROUPS = "WholeSubGroups";

  /** SubGroupAligned is False. */
  public static final String UNALIGNED_REPLICAS = "UnalignedReplicas";

  /** MinAvailableBreached is False: enough pods are Ready. */
  public static final String SUFFICIENT_READY_PODS = "SufficientReadyPods";

  /** MinAvailableBreached is True. */
  public static final String INSUFFICIENT_READY_PODS = "InsufficientReadyPods";

  /** MinAvailableBreached is False: the clique has not yet had enough Ready pods. */
  public static final String NEVER_AVAILABLE = "NeverAvailable";

  /** MinAvailableBreached is Unknown: what is missing may be missing for the update. */
  public static final String UPDATE_IN_PROGRESS = "UpdateInProgress";

  /** Progressing is True, Ready False: something outdated goes, or will go next. */
  public static final String UPDATING = "Updating";

  /** Progressing is True: nothing more goes before what the message names is Ready. */
  public static final String WAITING_FOR_READY = "WaitingForReady";

  /** Progressing is True for the first time, Ready False: not all that is asked for is there. */
  public static final String CREATING = "Creating";

  /** Progressing is False: everything has come to the current template. */
  public static final String COMPLETE = "Complete";

  /** Progressing is False: what is outdated goes when somebody deletes it. */
  public static final String ON_DELETE = "OnDelete";

  /** MinAvailableBreached of a scaling group is False. */
  public static final String SUFFICIENT_AVAILABLE_SCALING_GROUP_REPLICAS =
      "SufficientAvailablePodCliqueScalingGroupReplicas";

  /** MinAvailableBreached of a scaling group is True. */
  public static final String INSUFFICIENT_AVAILABLE_SCALING_GROUP_REPLICAS =
      "InsufficientAvailablePodCliqueScalingGroupReplicas";

  /** Initialized is True. */
  public static final String POD_GANG_PODS_CREATED = "PodGangPodsCreated";

  /** Initialized is False. */
  public static final String POD_GANG_PODS_CREATION_PENDING = "PodGangPodsCreationPending";

  /** Scheduled is True. */
  public static final String SUFFICIENT_SCHEDULED_POD_GROUPS = "SufficientScheduledPodGroups";

  /** Scheduled is False. */
  public static final String INSUFFICIENT_SCHEDULED_POD_GROUPS = "InsufficientScheduledPodGroups";

  /** Ready of a gang is True. */
  public static final String SUFFICIENT_READY_POD_GROUPS = "SufficientReadyPodGroups";

  /** Ready of a gang is False. */
  public static final String INSUFFICIENT_READY_POD_GROUPS = "InsufficientReadyPodGroups";

  /** Ready is False: a replica is being deleted as a whole. */
  public static final String TEARING_DOWN = "TearingDown";

  /** Ready is False: the API server refuses something, or a foreign object is in the way. */
  public static final String BLOCKED = "Blocked";

  /** Ready is False: what was available has lost too many pods. */
  public static final String DEGRADED = "Degraded";

  /** Ready is True. */
  public static final String READY = "Ready";

  /** Waiting is False. */
  public static final String NOTHING_TO_WAIT_FOR = "NothingToWaitFor";

  /** Waiting is True: the replica is being deleted as a whole. */
  public static final String TORN_DOWN = "TornDown";

  /** Waiting is True: pods of a PodClique that is gone hold the indices. */
  public static final String ORPHANED_PODS = "OrphanedPods";

  /** Waiting is True: the podSpec of a PodClique is not the one that its owner wrote. */
  public static final String TEMPLATE_DRIFT = "TemplateDrift";

  /** Waiting is True: pods of an index keep failing. */
  public static final String BACK_OFF = "BackOff";

  /** Waiting is True: the API server refuses something. */
  public static final String REFUSED = "Refused";

  /** Waiting is True: the namespace is being deleted, in the word of the API server. */
  public static final String NAMESPACE_TERMINATING = "NamespaceTerminating";

  /** Waiting is True: the pods' gang does not exist. */
  public static final String POD_GANG = "PodGang";

  /** Waiting is True: the base gang of the pods' gang is not scheduled. */
  public static final String BASE_GANG = "BaseGang";

  /** Waiting is True: pods beyond the minimum go after the gangs of their replica. */
  public static final String SURPLUS = "Surplus";

  /** Waiting is True: scheduling gates of another controller hold pods. */
  public static final String FOREIGN_GATE = "ForeignGate";

  /** Waiting is True: pods follow the leader of their group, which has no node. */
  public static final String LEADER_UNBOUND = "LeaderUnbound";

  /** Waiting is True: old pods of the same subgroup would draw new ones to their nodes. */
  public static final String OLD_PODS = "OldPods";

  /** Waiting is True: the nodes of the group lack the label that pods would be kept together by. */
  public static final String TOPOLOGY_LABEL_MISSING = "TopologyLabelMissing";

  /** Waiting is True: the nodeSelector of pods names another domain than that of their group. */
  public static final String OTHER_DOMAIN = "OtherDomain";

  /** Waiting is True: the scheduler finds no place for pods. */
  public static final String UNSCHEDULABLE = "Unschedulable";

  /** Waiting is True: containers wait for another clique. */
  public static final String STARTUP_ORDER = "StartupOrder";

  /** Waiting is True: pods have nodes and are not Ready. */
  public static final String STARTING = "Starting";

  /** MinAvailableBreached is True: pods of a training job have failed. */
  public static final String PODS_FAILED = "PodsFailed";

  /** Succeeded is True. */
  public static final String ALL_PODS_SUCCEEDED = "AllPodsSucceeded";

  /** Succeeded is False: not every index has exited with 0 in this attempt. */
  public static final String PODS_UNFINISHED = "PodsUnfinished";

  /** Complete is True. */
  public static final String WORKLOAD_SUCCEEDED = "WorkloadSucceeded";

  /** FailureTarget and Failed are True: it failed once more after the last restart it had. */
  public static final String MAX_RESTARTS_EXCEEDED = "MaxRestartsExceeded";

  /** FailureTarget and Failed are True: it ran for longer than it may. */
  public static final String MAX_RUNTIME_EXCEEDED = "MaxRuntimeExceeded";

  /** Ready is False, Stalled True: a training job has failed. */
  public static final String FAILED = "Failed";

  /** Ready is True: a training job has done its work. */
  public static final String SUCCEEDED = "Succeeded";

  /** Waiting is True: pods of an earlier attempt have to be gone before any of this one is made. */
  public static final String BARRIER = "Barrier";

  /** Scheduled is True. */
  public static final String ALL_SCHEDULED = "AllScheduled";

  /** Scheduled is False: a gang does not exist yet, or a group lacks pods that have a node. */
  public static final String INSUFFICIENT_SCHEDULED = "InsufficientScheduled";

  /** GangScheduling is False: the scheduler places pods one by one. */
  public static final String SCHEDULER_WITHOUT_GANGS = "SchedulerWithoutGangs";

  /** GangScheduling is False: a clique names a scheduler that is not enabled. */
  public static final String SCHEDULER_NOT_ENABLED = "SchedulerNotEnabled";

  /** GangScheduling is False: the stock scheduler was asked for gangs, and the cluster has none. */
  public static final String GANG_SCHEDULING_OFF = "GangSchedulingOff";

  /** GangScheduling is True: the stock scheduler places gangs. */
  public static final String NATIVE_GANGS = "NativeGangs";

  /** GangScheduling is True: KAI places gangs. */
  public static final String KAI_SCHEDULER = "KaiScheduler";

  /** GangScheduling is False: KAI is configured, and the cluster does not have it. */
  public static final String KAI_NOT_INSTALLED = "KaiNotInstalled";

  /** GangScheduling is False: KAI cannot be told of a gang as it is. */
  public static final String KAI_MAPPING_FAILED = "KaiMappingFailed";

  /** TopologyLevelsUnavailable is False: every level that is asked for exists. */
  public static final String ALL_CLUSTER_TOPOLOGY_LEVELS_AVAILABLE =
      "AllClusterTopologyLevelsAvailable";

  /** TopologyLevelsUnavailable is True. */
  public static final String CLUSTER_TOPOLOGY_LEVELS_UNAVAILABLE =
      "ClusterTopologyLevelsUnavailable";

  /** TopologyLevelsUnavailable is Unknown: the ClusterTopologyBinding does not exist. */
  public static final String CLUSTER_TOPOLOGY_NOT_FOUND = "ClusterTopologyNotFound";

  /** TopologyLevelsUnavailable is Unknown: no constraint names a ClusterTopologyBinding. */
  public static final String TOPOLOGY_NAME_MISSING = "TopologyNameMissing";

  /** TopologyLevelsUnavailable is Unknown: the operator is configured not to look. */
  public static final String TOPOLOGY_AWARE_SCHEDULING_DISABLED = "TopologyAwareSchedulingDisabled";

  /** SchedulerTopologyDrift is False: every scheduler knows the levels as they are. */
  public static final String IN_SYNC = "InSync";

  /** SchedulerTopologyDrift is True. */
  public static final String DRIFT = "Drift";

  /**
   * SchedulerTopologyDrift is Unknown: a scheduler is not enabled, knows no topologies, or the
   * cluster does not serve its kind.
   */
  public static final String TOPOLOGY_NOT_FOUND = "TopologyNotFound";

  /**
   * GangNotEnforced is True, and GangScheduling therefore False: the scheduler places pods of a
   * gang one by one, although it was told of the gang.
   */
  public static final String GANG_NOT_ENFORCED = "GangNotEnforced";

  /**
   * GangNotEnforced of a clique is True, or GangScheduling False: a policy takes from pods that
   * they belong to a gang, or changes what the scheduler is told of it.
   */
  public static final String GANG_REWRITTEN = "GangRewritten";

  /**
   * TopologyNotEnforced of a clique, and of its set, is True: pods lack the affinity that keeps
   * groups, or subgroups, in domains of their own.
   */
  public static final String AFFINITY_REWRITTEN = "AffinityRewritten";

  /** GangNotEnforced is Unknown: it may be about to bind the others. */
  public static final String GANG_BINDS = "GangBinds";

  /** TopologyNotEnforced is True: the scheduler cannot be told of any topology. */
  public static final String SCHEDULER_WITHOUT_TOPOLOGIES = "SchedulerWithoutTopologies";

  /** TopologyNotEnforced is True: the scheduler can be told of other constraints only. */
  public static final String CONSTRAINTS_NOT_EXPRESSIBLE = "ConstraintsNotExpressible";

  /** Orphan is True: the parent does not exist. */
  public static final String PARENT_NOT_FOUND = "ParentNotFound";

  /** Cycle is True: going up from parent to parent leads back to the queue. */
  public static final String PARENTS_IN_A_CIRCLE = "ParentsInACircle";

  /**
   * Valid and Ready are False, Stalled and Waiting True: the API server holds something that the
   * operator cannot read, so everything stays as it is. InvalidMinRuntime is True: what is written
   * there is not read, and counts as absent.
   */
  public static final String UNREADABLE = "Unreadable";

  /** A gang has not run for as long as it may run before somebody evicts it. */
  public static final String MIN_RUNTIME_NOT_REACHED = "MinRuntimeNotReached";

  /** It has. */
  public static final String MIN_RUNTIME_REACHED = "MinRuntimeReached";

  /** There is somebody who may never evict it. */
  public static final String NEVER_EVICTABLE = "NeverEvictable";

  /** Anybody may evict it at any time. */
  public static final String NO_MIN_RUNTIME = "NoMinRuntime";

  /** None of its pods runs yet. */
  public static final String NOT_STARTED = "NotStarted";

  /** UpdateInProgress: an update runs. */
  public static final String PROGRESSING = "Progressing";

  /** UpdateInProgress: none runs. */
  public static final String NO_ACTIVE_UPDATE = "NoActiveUpdate";

  /** UpdateInProgress: one runs, and has come no further for as long as its progressDeadline. */
  public static final String PROGRESS_DEADLINE_EXCEEDED = "ProgressDeadlineExceeded";

  private ConditionReasons() {}
}
