package dev.coppice.api;

/**
 * Keys of the labels that our objects and pods carry, and the value by which all of them are found.
 */
public final class Labels {

  /** Always {@link #MANAGER}: it bounds every watch on objects that are not of our kinds. */
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /** Value of {@link #MANAGED_BY}; Grove's, so that its objects and tools work unchanged. */
  public static final String MANAGER = "grove-operator";

  /** Name of the PodCliqueSet. */
  public static final String PART_OF = "app.kubernetes.io/part-of";

  /** Name of the object; on a pod that of its PodClique. */
  public static final String NAME = "app.kubernetes.io/name";

  /** What the object is for: one of {@link Components}. */
  public static final String COMPONENT = "app.kubernetes.io/component";

  /** Name of the pod's PodClique. */
  public static final String POD_CLIQUE = "grove.io/podclique";

  /** Name of the PodGang. */
  public static final String POD_GANG = "grove.io/podgang";

  /** Name of the base PodGang; only on what belongs to a scaled one. */
  public static final String BASE_POD_GANG = "grove.io/base-podgang";

  /** Index of the replica of the PodCliqueSet. */
  public static final String SET_REPLICA_INDEX = "grove.io/podcliqueset-replica-index";

  /** Name of the PodCliqueScalingGroup. */
  public static final String SCALING_GROUP = "grove.io/podcliquescalinggroup";

  /** Index of the replica of the PodCliqueScalingGroup. */
  public static final String SCALING_GROUP_REPLICA_INDEX =
      "grove.io/podcliquescalinggroup-replica-index";

  /** Index of the pod in its PodClique. */
  public static final String POD_INDEX = "grove.io/podclique-pod-index";

  /** Hash of the clique's template from which the object was made. */
  public static final String POD_TEMPLATE_HASH = "grove.io/pod-template-hash";

  /** On a pod of a training job: the attempt that it belongs to. */
  public static final String RESTART_ATTEMPT = "grove.io/restart-attempt";

  /** On a pod of a group: the key of the group, by which its pods attract and repel others. */
  public static final String GROUP_KEY = "grove.io/group-key";

  /** On a pod of a group: its place there, counted from the leader's, 0. */
  public static final String GROUP_WORKER_INDEX = "grove.io/group-worker-index";

  /** On a pod of a subgroup: the index of the subgroup. */
  public static final String SUBGROUP_INDEX = "grove.io/subgroup-index";

  /** On a pod of a subgroup, unless it is a leader beside the others: its place there. */
  public static final String SUBGROUP_WORKER_INDEX = "grove.io/subgroup-worker-index";

  /** On a pod of a subgroup: the key of the subgroup. */
  public static final String SUBGROUP_KEY = "grove.io/subgroup-key";

  /** On a PodGang that another operator has named after an epoch: the epoch. */
  public static final String EPOCH = "grove.io/epoch";

  /** On a PodGang: the scheduler back-end that serves it. */
  public static final String SCHEDULER_NAME = "grove.io/scheduler-name";

  /** On one pod of each replica of a group: an autoscaler of the group counts it, always "true". */
  public static final String SCALE_UNIT = "coppice.dev/scale-unit";

  /** On one pod of each replica of a set: an autoscaler of the set counts it, always "true". */
  public static final String SET_SCALE_UNIT = "coppice.dev/set-scale-unit";

  /** Begins every key that is ours alone, of labels as of annotations. */
  public static final String OWN_PREFIX = "grove.io/";

  /** Begins those of our keys that Grove does not have. */
  public static final String PRODUCT_PREFIX = "coppice.dev/";

  private Labels() {}
}
