package dev.coppice.api;

/** Reasons of the events that we write. */
public final class EventReasons {

  /** The API server does not take the pods of a template; nothing is deleted for it. */
  public static final String TEMPLATE_REFUSED = "TemplateRefused";

  /** A template could not be tried, because a webhook does not support dry run. */
  public static final String TEMPLATE_NOT_TRIED = "TemplateNotTried";

  /** On a scaling group: PodCliques were created. */
  public static final String POD_CLIQUE_CREATE_SUCCESSFUL = "PodCliqueCreateSuccessful";

  /** On a scaling group: a PodClique could not be created. */
  public static final String POD_CLIQUE_CREATE_FAILED = "PodCliqueCreateFailed";

  /** On a set or a scaling group: PodCliques were created or changed. */
  public static final String POD_CLIQUE_CREATE_OR_UPDATE_SUCCESSFUL =
      "PodCliqueCreateOrUpdateSuccessful";

  /** On a set or a scaling group: a PodClique could not be created or changed. */
  public static final String POD_CLIQUE_CREATE_OR_UPDATE_FAILED = "PodCliqueCreateOrUpdateFailed";

  /** On a set or a scaling group: PodCliques were deleted. */
  public static final String POD_CLIQUE_DELETE_SUCCESSFUL = "PodCliqueDeleteSuccessful";

  /** On a set or a scaling group: a PodClique could not be deleted. */
  public static final String POD_CLIQUE_DELETE_FAILED = "PodCliqueDeleteFailed";

  /** On a set: PodCliqueScalingGroups were created or changed. */
  public static final String SCALING_GROUP_CREATE_SUCCESSFUL =
      "PodCliqueScalingGroupCreateSuccessful";

  /** On a set: a PodCliqueScalingGroup could not be created or changed. */
  public static final String SCALING_GROUP_CREATE_OR_UPDATE_FAILED =
      "PodCliqueScalingGroupCreateOrUpdateFailed";

  /** On a set: PodCliqueScalingGroups were deleted. */
  public static final String SCALING_GROUP_DELETE_SUCCESSFUL =
      "PodCliqueScalingGroupDeleteSuccessful";

  /** On a set: a PodCliqueScalingGroup could not be deleted. */
  public static final String SCALING_GROUP_DELETE_FAILED = "PodCliqueScalingGroupDeleteFailed";

  /** On a scaling group: whole replicas of it were deleted. */
  public static final String SCALING_GROUP_REPLICA_DELETE_SUCCESSFUL =
      "PodCliqueScalingGroupReplicaDeleteSuccessful";

  /** On a scaling group: a replica of it could not be deleted. */
  public static final String SCALING_GROUP_REPLICA_DELETE_FAILED =
      "PodCliqueScalingGroupReplicaDeleteFailed";

  /** On a set: a whole replica of it was deleted. */
  public static final String SET_REPLICA_DELETE_SUCCESSFUL = "PodCliqueSetReplicaDeleteSuccessful";

  /** On a set: a replica of it could not be deleted. */
  public static final String SET_REPLICA_DELETE_FAILED = "PodCliqueSetReplicaDeleteFailed";

  /** Set, normal: pods of an old template begin to go, or under OnDelete may be deleted. */
  public static final String UPDATE_STARTED = "UpdateStarted";

  /** Set, normal: the update has come to the next replica. */
  public static final String REPLICA_UPDATE_STARTED = "ReplicaUpdateStarted";

  /** Set, normal: nothing of an old template is left, or under OnDelete goes by itself. */
  public static final String UPDATE_ENDED = "UpdateEnded";

  /**
   * Clique or group, warning: its update has come no further for as long as its progressDeadline.
   */
  public static final String PROGRESS_DEADLINE_EXCEEDED = "ProgressDeadlineExceeded";

  /** On a set: PodGangs were created or changed. */
  public static final String POD_GANG_CREATE_OR_UPDATE_SUCCESSFUL =
      "PodGangCreateOrUpdateSuccessful";

  /** On a set: a PodGang could not be created or changed. */
  public static final String POD_GANG_CREATE_OR_UPDATE_FAILED = "PodGangCreateOrUpdateFailed";

  /** On a set: PodGangs were deleted. */
  public static final String POD_GANG_DELETE_SUCCESSFUL = "PodGangDeleteSuccessful";

  /** On a set: a PodGang could not be deleted. */
  public static final String POD_GANG_DELETE_FAILED = "PodGangDeleteFailed";

  /** On a set or a scaling group: what an earlier one of its name had left was deleted. */
  public static final String LEFTOVER_DELETED = "LeftoverDeleted";

  /** On a clique: pods were created after its first full creation. */
  public static final String POD_CREATE_SUCCESSFUL = "PodCreateSuccessful";

  /** On a clique: a pod could not be created. */
  public static final String POD_CREATE_FAILED = "PodCreateFailed";

  /** On a clique: pods were deleted. */
  public static final String POD_DELETE_SUCCESSFUL = "PodDeleteSuccessful";

  /** On a clique: a pod could not be deleted. */
  public static final String POD_DELETE_FAILED = "PodDeleteFailed";

  /** Clique, warning: pods were deleted because their group was in two domains of nodes. */
  public static final String GROUP_SPLIT = "GroupSplit";

  /** Clique, warning: where a group is cannot be told, because its nodes lack the label. */
  public static final String TOPOLOGY_LABEL_MISSING = "TopologyLabelMissing";

  /** On a clique: no pod is bound to a node any more; on a scaling group: no replica is. */
  public static final String ALL_SCHEDULED_REPLICAS_LOST = "AllScheduledReplicasLost";

  /** On a set, a group or a clique: something is wrong with it that no webhook has refused. */
  public static final String INVALID = "Invalid";

  /**
   * On a set, a group or a clique: it, or something below it, cannot be read, so everything stays
   * as it is.
   */
  public static final String UNREADABLE = "Unreadable";

  /** On a set: fields are used that do nothing yet. */
  public static final String NOT_IMPLEMENTED = "NotImplemented";

  /** On a set: its scheduler does not keep all that it asks of a topology. */
  public static final String TOPOLOGY_NOT_ENFORCED = "TopologyNotEnforced";

  /**
   * On a set or a scaling group: PodCliques that another operator has made were taken over with
   * their pods. New pods may differ from these in what that operator has added.
   */
  public static final String POD_CLIQUE_ADOPTED = "PodCliqueAdopted";

  /** An owner wrote the podSpec of a PodClique again that somebody else had changed. */
  public static final String TEMPLATE_REPAIRED = "TemplateRepaired";

  /** Warning: a headless Service was not made or changed, and why. */
  public static final String SERVICE_CREATE_OR_UPDATE_FAILED = "ServiceCreateOrUpdateFailed";

  /** Warning: a headless Service that is needed no more was not deleted, and why. */
  public static final String SERVICE_DELETE_FAILED = "ServiceDeleteFailed";

  /** Warning: an autoscaler was not made or changed, and why. */
  public static final String AUTOSCALER_CREATE_OR_UPDATE_FAILED =
      "HorizontalPodAutoscalerCreateOrUpdateFailed";

  /** Warning: an autoscaler that is needed no more was not deleted, and why. */
  public static final String AUTOSCALER_DELETE_FAILED = "HorizontalPodAutoscalerDeleteFailed";

  /** Warning: pods of a clique came to their end although they should run. */
  public static final String POD_FAILED = "PodFailed";

  /** Warning: a replica is deleted as a whole because it had too few Ready pods for too long. */
  public static final String REPLICA_TORN_DOWN = "ReplicaTornDown";

  /** On a set or a scaling group: a replica recovered before anything of it was deleted. */
  public static final String REPLICA_KEPT = "ReplicaKept";

  /** Warning: what was available is not any more, and why. */
  public static final String DEGRADED = "Degraded";

  /** Warning: the API server refuses a part of the set, or a foreign object is in the way. */
  public static final String BLOCKED = "Blocked";

  /** Warning: pods of the set do not start, and why. */
  public static final String NOT_STARTING = "NotStarting";

  /** Set, warning: too many pods of a PodClique of a training job have failed. */
  public static final String POD_CLIQUE_FAILED = "PodCliqueFailed";

  /** Set, normal: a replica of a training job is restarted; with the count. */
  public static final String REPLICA_RESTARTING = "ReplicaRestarting";

  /** Set, warning: a training job has failed once more than it may. */
  public static final String MAX_RESTARTS_EXCEEDED = "MaxRestartsExceeded";

  /** Set, warning: a training job has run for longer than it may. */
  public static final String MAX_RUNTIME_EXCEEDED = "MaxRuntimeExceeded";

  /** Set, warning: the status of a training job was lost, or written by others; what is right. */
  public static final String STATE_RECONSTRUCTED = "StateReconstructed";

  /** Set, normal: every pod of a training job has exited with 0. */
  public static final String WORKLOAD_SUCCEEDED = "WorkloadSucceeded";

  /**
   * ClusterTopologyBinding, warning: a scheduler knows the topology by other levels; with which.
   */
  public static final String TOPOLOGY_DRIFT_DETECTED = "TopologyDriftDetected";

  /** ClusterTopologyBinding, normal: every scheduler knows its levels as they are. */
  public static final String TOPOLOGY_IN_SYNC = "TopologyInSync";

  /** On a set: it could not be deleted although its time had come, and why. */
  public static final String TTL_DELETE_FAILED = "TtlDeleteFailed";

  /**
   * On a set, group, clique or ClusterTopologyBinding: its status could not be written, and why.
   * Where the status would tell what is refused, it is the status that is.
   */
  public static final String STATUS_UPDATE_FAILED = "StatusUpdateFailed";

  /** On a clique, warning: pods of one subgroup are made from more than one template. */
  public static final String SUB_GROUP_MIXED_REVISION = "SubGroupMixedRevision";

  /** A PodGang names a Queue that does not exist. */
  public static final String QUEUE_NOT_FOUND = "QueueNotFound";

  /** On a PodGang, normal: it was not evicted; in whose favour it would have been, and why not. */
  public static final String EVICTION_REFUSED = "EvictionRefused";

  /** On a pod that waits, warning: nobody is evicted for it; until when at least, and why. */
  public static final String PREEMPTION_HELD_BACK = "PreemptionHeldBack";

  private EventReasons() {}
}
