package dev.coppice.api;

import java.util.Set;

/**
 * Keys of LeaderWorkerSet that we read or write beside our own, for programs that know those. Its
 * label {@code name} is none of them: by that its own controllers would take our pods for theirs.
 */
public final class LeaderWorkerSetKeys {

  /** Begins all of them. */
  public static final String PREFIX = "leaderworkerset.sigs.k8s.io/";

  /** Annotation, written by users; see {@link Annotations#EXCLUSIVE_TOPOLOGY}. */
  public static final String EXCLUSIVE_TOPOLOGY = PREFIX + "exclusive-topology";

  /** Annotation, written by users; see {@link Annotations#SUBGROUP_EXCLUSIVE_TOPOLOGY}. */
  public static final String SUBGROUP_EXCLUSIVE_TOPOLOGY = PREFIX + "subgroup-exclusive-topology";

  /** Label: the index of the replica that the group is. */
  public static final String GROUP_INDEX = PREFIX + "group-index";

  /** Label; see {@link Labels#GROUP_WORKER_INDEX}. */
  public static final String WORKER_INDEX = PREFIX + "worker-index";

  /** Label; see {@link Labels#GROUP_KEY}. */
  public static final String GROUP_KEY = PREFIX + "group-key";

  /** Label; see {@link Labels#SUBGROUP_INDEX}. */
  public static final String SUBGROUP_INDEX = PREFIX + "subgroup-index";

  /** Label; see {@link Labels#SUBGROUP_WORKER_INDEX}. */
  public static final String SUBGROUP_WORKER_INDEX = PREFIX + "subgroup-worker-index";

  /** Label; see {@link Labels#SUBGROUP_KEY}. */
  public static final String SUBGROUP_KEY = PREFIX + "subgroup-key";

  /** Annotation; see {@link Annotations#GROUP_SIZE}. */
  public static final String SIZE = PREFIX + "size";

  /** Annotation; see {@link Annotations#SUBGROUP_SIZE}. */
  public static final String SUBGROUP_SIZE = PREFIX + "subgroup-size";

  /** Annotation; see {@link Annotations#SUBGROUP_POLICY_TYPE}. */
  public static final String SUBGROUP_POLICY_TYPE = PREFIX + "subgroup-policy-type";

  /** Annotation, on workers; see {@link Annotations#LEADER_NAME}. */
  public static final String LEADER_NAME = PREFIX + "leader-name";

  /** Annotation, on workers: {@code true} if their leader asks for TPUs. */
  public static final String LEADER_REQUESTS_TPUS = PREFIX + "leader-requests-tpus";

  /** Labels of its own pods, which its webhook and controllers select by: none of ours has them. */
  public static final Set<String> OF_ITS_OWN_PODS =
      Set.of(PREFIX + "name", PREFIX + "template-revision-hash");

  private LeaderWorkerSetKeys() {}
}
