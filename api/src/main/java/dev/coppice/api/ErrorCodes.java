package dev.coppice.api;

/** Codes in {@code status.lastErrors}: stable, for alerts and scripts. */
public final class ErrorCodes {

  /** The API server does not take the pods of a template, or could not be asked. */
  public static final String TRY_TEMPLATE = "ERR_TRY_TEMPLATE";

  /** A headless Service could not be created or changed. */
  public static final String SYNC_SERVICE = "ERR_SYNC_PODCLIQUESET_SERVICE";

  /** A headless Service could not be deleted. */
  public static final String DELETE_SERVICE = "ERR_DELETE_PODCLIQUESET_SERVICE";

  /** A PodCliqueScalingGroup could not be created or changed. */
  public static final String SYNC_SCALING_GROUP = "ERR_SYNC_PODCLIQUESCALINGGROUP";

  /** A PodCliqueScalingGroup could not be deleted. */
  public static final String DELETE_SCALING_GROUP = "ERR_DELETE_PODCLIQUESCALINGGROUP";

  /** A HorizontalPodAutoscaler could not be created or changed. */
  public static final String SYNC_AUTOSCALER = "ERR_SYNC_HPA";

  /** A HorizontalPodAutoscaler could not be deleted. */
  public static final String DELETE_AUTOSCALER = "ERR_DELETE_HPA";

  /** A PodClique could not be created or changed. */
  public static final String CREATE_OR_UPDATE_POD_CLIQUE = "ERR_CREATE_OR_UPDATE_PODCLIQUE";

  /** A PodClique could not be deleted. */
  public static final String DELETE_POD_CLIQUE = "ERR_DELETE_PODCLIQUE";

  /** A PodClique of a replica of a set that is torn down could not be deleted. */
  public static final String DELETE_SET_REPLICA = "ERR_DELETE_PCS_REPLICA";

  /** What a teardown of a replica of a set is decided on could not be read. */
  public static final String COMPUTE_SET_REPLICA_DELETION = "ERR_COMPUTE_PCS_REPLICA_DELETION_WORK";

  /** The set, on which a PodClique or a scaling group decides, could not be read. */
  public static final String READ_SET = "ERR_GET_PODCLIQUESET";

  /** A PodClique of a scaling group could not be created or changed. */
  public static final String CREATE_OR_UPDATE_GROUP_POD_CLIQUES = "ERR_CREATE_OR_UPDATE_PODCLIQUES";

  /** A PodGang could not be created. */
  public static final String CREATE_POD_GANG = "ERR_CREATE_PODGANG";

  /** A PodGang, or its status, could not be changed. */
  public static final String CREATE_OR_PATCH_POD_GANG = "ERR_CREATE_OR_PATCH_PODGANG";

  /** A PodGang that is not wanted any more could not be deleted. */
  public static final String DELETE_POD_GANG = "ERR_DELETE_EXCESS_PODGANG";

  /** An object by which a scheduler is told of a gang could not be written or deleted. */
  public static final String SYNC_SCHEDULER_OBJECT = "ERR_SYNC_SCHEDULER_OBJECT";

  /** An object by which a scheduler knows a topology could not be made or replaced. */
  public static final String SYNC_SCHEDULER_TOPOLOGY = "ERR_SYNC_SCHEDULER_TOPOLOGY";

  /** No pod can be made from the template, for instance because its scheduler is not enabled. */
  public static final String BUILD_POD_RESOURCE = "ERR_BUILD_POD_RESOURCE";

  /** A pod could not be created. */
  public static final String CREATE_POD = "ERR_CREATE_POD";

  /** A pod could not be deleted. */
  public static final String DELETE_POD = "ERR_DELETE_POD";

  /** The scheduling gate of a pod could not be removed. */
  public static final String REMOVE_POD_SCHEDULING_GATE = "ERR_REMOVE_POD_SCHEDULING_GATE";

  /** A pod could not be given the template hash of the PodClique that has adopted it. */
  public static final String UPDATE_POD = "ERR_UPDATE_POD";

  /** A pod whose parents have started could not be told so. */
  public static final String RELEASE_POD_STARTUP = "ERR_RELEASE_POD_STARTUP";

  /** The status of a set could not be written. */
  public static final String UPDATE_SET_STATUS = "ERR_UPDATE_PCS_STATUS";

  /** The status of a scaling group could not be written. */
  public static final String UPDATE_SCALING_GROUP_STATUS = "ERR_UPDATE_STATUS";

  /** The status of a clique could not be written. */
  public static final String UPDATE_POD_CLIQUE_STATUS = "ERR_UPDATE_PODCLIQUE_STATUS";

  /** The status of a ClusterTopologyBinding could not be written. */
  public static final String UPDATE_TOPOLOGY_BINDING_STATUS =
      "ERR_UPDATE_CLUSTERTOPOLOGYBINDING_STATUS";

  /** The API server has made something else of a value that it was given. */
  public static final String VALUE_REWRITTEN = "ERR_VALUE_REWRITTEN";

  /** A pass did not come to rest. */
  public static final String NOT_SETTLED = "ERR_NOT_SETTLED";

  /** A training job could not be deleted although its time after its end has passed. */
  public static final String DELETE_FINISHED_SET = "ERR_DELETE_FINISHED_PODCLIQUESET";

  /** The status of a Queue could not be written. */
  public static final String UPDATE_QUEUE_STATUS = "ERR_UPDATE_QUEUE_STATUS";

  private ErrorCodes() {}
}
