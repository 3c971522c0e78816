package dev.coppice.api;

import java.util.Set;

/** Names of the variables by which containers know their place in the workload. */
public final class EnvironmentVariables {

  /** Name of the set. */
  public static final String SET_NAME = "GROVE_PCS_NAME";

  /** Index of the set's replica. */
  public static final String SET_INDEX = "GROVE_PCS_INDEX";

  /** Name of the PodClique. */
  public static final String CLIQUE_NAME = "GROVE_PCLQ_NAME";

  /** Domain in which the pods of the set's replica have their names. */
  public static final String HEADLESS_SERVICE = "GROVE_HEADLESS_SERVICE";

  /** Index of the pod in its PodClique. */
  public static final String POD_INDEX = "GROVE_PCLQ_POD_INDEX";

  /** Name of the PodCliqueScalingGroup. */
  public static final String GROUP_NAME = "GROVE_PCSG_NAME";

  /** How many pods one replica of the scaling group has by its template. */
  public static final String GROUP_TEMPLATE_PODS = "GROVE_PCSG_TEMPLATE_NUM_PODS";

  /** Index of the scaling group's replica. */
  public static final String GROUP_INDEX = "GROVE_PCSG_INDEX";

  /** The pod's place among the pods of its replica of the scaling group. */
  public static final String GROUP_POD_INDEX = "GROVE_PCSG_POD_INDEX";

  /** The attempt that the pod belongs to; only in training jobs. */
  public static final String RESTART_ATTEMPT = "GROVE_RESTART_ATTEMPT";

  /** Index of the subgroup that the pod is in; only where it is in one. */
  public static final String SUBGROUP_INDEX = "GROVE_SUBGROUP_INDEX";

  /** The pod's place in its subgroup; only where it has one. */
  public static final String SUBGROUP_WORKER_INDEX = "GROVE_SUBGROUP_WORKER_INDEX";

  /** How many pods make a subgroup; this and what follows only in groups that are divided. */
  public static final String SUBGROUP_SIZE = "GROVE_SUBGROUP_SIZE";

  /** The pod's place in its group, counted from the leader's, 0. */
  public static final String GROUP_WORKER_INDEX = "GROVE_GROUP_WORKER_INDEX";

  /** How many pods the group had when the pod was made. */
  public static final String GROUP_SIZE = "GROVE_GROUP_SIZE";

  /** The name of the group's leader in DNS. */
  public static final String LEADER_ADDRESS = "GROVE_LEADER_ADDRESS";

  /** Those in every pod. */
  public static final Set<String> OF_EVERY_POD =
      Set.of(SET_NAME, SET_INDEX, CLIQUE_NAME, HEADLESS_SERVICE, POD_INDEX);

  /** Those that pods of scaling groups have beside them. */
  public static final Set<String> OF_GROUP_MEMBERS =
      Set.of(GROUP_NAME, GROUP_TEMPLATE_PODS, GROUP_INDEX);

  /** Those that pods of groups have beside them that are divided into subgroups. */
  public static final Set<String> OF_DIVIDED_GROUPS =
      Set.of(
          SUBGROUP_INDEX,
          SUBGROUP_WORKER_INDEX,
          SUBGROUP_SIZE,
          GROUP_WORKER_INDEX,
          GROUP_SIZE,
          LEADER_ADDRESS);

  private EnvironmentVariables() {}
}
