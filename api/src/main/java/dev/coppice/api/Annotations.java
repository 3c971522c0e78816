package dev.coppice.api;

import java.util.Set;

/** Keys of the annotations that we read or write. */
public final class Annotations {

  /**
   * On a PodCliqueSet, written by users: {@code true} lets everyone change what the operator made.
   */
  public static final String DISABLE_PROTECTION = "grove.io/disable-managed-resource-protection";

  /** On a PodCliqueSet, written by users: every change of the value asks for a new pass. */
  public static final String RECONCILE_TRIGGER = "grove.io/reconcile-trigger";

  /**
   * On a PodCliqueSet, written by users: every change of the value replaces all pods once, as an
   * update does. On what is made of the set: the value that it was made with.
   */
  public static final String RESTARTED_AT = "coppice.dev/restartedAt";

  /** On a PodGang: name of the ClusterTopologyBinding in force. Never copied from a clique. */
  public static final String TOPOLOGY_NAME = "grove.io/topology-name";

  /**
   * On a set, a scaling group or a clique, written by users: the group of pods that share an NVLink
   * domain.
   */
  public static final String MNNVL_GROUP = "grove.io/mnnvl-group";

  /** On a pod: non-empty as soon as its containers may start. It is never taken back. */
  public static final String STARTUP_RELEASED = "grove.io/startup-released";

  /**
   * On a PodClique: the template hash of another operator, or of another version of this one, that
   * means the same as the label. Pods that carry it are no older than those that carry the label's.
   */
  public static final String ADOPTED_TEMPLATE_HASH = "grove.io/adopted-pod-template-hash";

  /**
   * On what the operator made: the keys of those of its labels that were copied from a template or
   * from the set, with commas between them. One that has gone from there is taken away here too.
   */
  public static final String COPIED_LABELS = "grove.io/copied-labels";

  /** The same for annotations. */
  public static final String COPIED_ANNOTATIONS = "grove.io/copied-annotations";

  /**
   * On a PodClique: the hash of the podSpec that its owner wrote. What somebody else has made of
   * the podSpec has another one, and no pod is made from that.
   */
  public static final String POD_SPEC_HASH = "grove.io/pod-spec-hash";

  /** On a PodClique of a training job: the attempt that its replica is in. */
  public static final String RESTART_ATTEMPT = "grove.io/restart-attempt";

  /**
   * On a PodClique of a training job: {@code true} once pods of the attempt may run, {@code false}
   * before, {@code never} when the job has failed.
   */
  public static final String ATTEMPT_RUN = "grove.io/attempt-run";

  /**
   * On a pod that the operator makes: the entry of {@code status.podGroups} of its PodGang that it
   * is placed by; absent on a pod that is placed by itself. What the scheduler is told of it stands
   * in a field that others may change.
   */
  public static final String PLACEMENT = "grove.io/placement";

  /**
   * On a set, a scaling group or a clique outside of groups, written by users: the node label in
   * whose domains each group of pods shall be alone, and as a whole (seed 002).
   */
  public static final String EXCLUSIVE_TOPOLOGY = "grove.io/exclusive-topology";

  /** The same for each of the subgroups of such a group. */
  public static final String SUBGROUP_EXCLUSIVE_TOPOLOGY = "grove.io/subgroup-exclusive-topology";

  /**
   * On a pod of a group that is divided, and on the PodCliques of a scaling group: how many pods.
   */
  public static final String GROUP_SIZE = "grove.io/group-size";

  /** On a pod: the host name of the leader of its group. */
  public static final String LEADER_NAME = "grove.io/leader-name";

  /** On a PodClique of a scaling group: the group of pods that its pods belong to. */
  public static final String GROUP_NAME = "grove.io/group-name";

  /** On a PodClique of a scaling group: how many pods of the group stand before its own. */
  public static final String GROUP_WORKER_OFFSET = "grove.io/group-worker-offset";

  /** On a pod: the try in which its group looks for a domain. */
  public static final String GROUP_EPOCH = "grove.io/group-epoch";

  /**
   * On a pod of a group that is divided, and on what it is made from: how many pods make a
   * subgroup.
   */
  public static final String SUBGROUP_SIZE = "grove.io/subgroup-size";

  /** On the same: whether the leader of the group is in a subgroup. */
  public static final String SUBGROUP_POLICY_TYPE = "grove.io/subgroup-policy-type";

  /**
   * On the same: how the group is divided: EVEN, EXTRA or EXCLUDED. A PodClique keeps it, whatever
   * it is scaled to.
   */
  public static final String SUBGROUP_LAYOUT = "grove.io/subgroup-layout";

  /**
   * Of a Queue that KAI reads as well: which of its minimum runtimes mean never, {@code preempt}
   * and {@code reclaim}, separated by a comma.
   */
  public static final String NEVER = "grove.io/never";

  /** On a PodGang: since when it runs, for KAI; on a PodGroup of KAI it is KAI's own. */
  public static final String LAST_START = "kai.scheduler/last-start-timestamp";

  /** On a PodGang and a pod that KAI places: KAI makes no PodGroup of its own for it. */
  public static final String SKIP_POD_GROUPER = "kai.scheduler/skip-podgrouper";

  /** On a pod: its gang, as schedulers are told of it; KAI, coscheduling, Volcano. */
  public static final Set<String> GANG_NAMES =
      Set.of("pod-group-name", "scheduling.k8s.io/group-name", "scheduling.volcano.sh/group-name");

  private Annotations() {}
}
