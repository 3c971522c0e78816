package dev.coppice.core.scheduler.kai;

import dev.coppice.api.Annotations;
import java.util.List;
import java.util.Set;

/** Keys of labels and annotations that KAI reads or writes. */
public final class KaiKeys {

  /** Label or annotation of a set or a clique, and label of a PodGroup: the queue. */
  public static final String QUEUE = "kai.scheduler/queue";

  /** Annotation of a PodGang, and KAI's own of a PodGroup: since when it runs. */
  public static final String LAST_START = Annotations.LAST_START;

  /** Label of a set, a PodGang or a PodGroup: whether others may evict it. */
  public static final String PREEMPTIBILITY = "kai.scheduler/preemptibility";

  /** Annotation: KAI makes no PodGroup of its own for what carries it. */
  static final String SKIP_POD_GROUPER = Annotations.SKIP_POD_GROUPER;

  /** Label of a pod: how much it matters among the pods of its gang. */
  public static final String TASK_PRIORITY = "kai.scheduler/task-priority";

  /** Annotation of a pod: its PodGroup. */
  static final String POD_GROUP_NAME = "pod-group-name";

  /** Label of a pod: its part of the PodGroup. */
  static final String SUBGROUP_NAME = "kai.scheduler/subgroup-name";

  /** Annotations of a PodGang that name its topology; the first that is there counts. */
  static final List<String> TOPOLOGY_NAMES =
      List.of(Annotations.TOPOLOGY_NAME, "kai.scheduler/topology");

  /** Labels and annotations of a PodGroup that are KAI's once it is made. */
  static final Set<String> OF_RUNTIME = Set.of("kai.scheduler/node-pool", QUEUE, LAST_START);

  private KaiKeys() {}
}
