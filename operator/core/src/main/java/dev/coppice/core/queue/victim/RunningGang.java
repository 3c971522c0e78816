package dev.coppice.core.queue.victim;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A gang that somebody may want to evict.
 *
 * @param namespace of its PodGang
 * @param name of its PodGang
 * @param queue the queue that it is in; null if it names none
 * @param pool the node pool that it runs in; null if that is none of its own
 * @param startTime since when it runs, as its PodGang says; null if it says nothing
 * @param subGroups its PodCliques
 */
public record RunningGang(
    String namespace,
    String name,
    @Nullable String queue,
    @Nullable String pool,
    @Nullable Instant startTime,
    List<SubGroup> subGroups) {

  /** Keeps a copy. */
  public RunningGang {
    subGroups = List.copyOf(subGroups);
  }

  /** All pods that are known. */
  Stream<GangPod> pods() {
    return subGroups.stream().flatMap(group -> group.pods().stream());
  }

  /**
   * The gang with a start time. A gang whose pods run has begun, whether or not that is written
   * down already: then the earliest of its pods counts, and one whose time is still to come counts
   * as begun now.
   */
  RunningGang started(Instant now) {
    return startTime != null
        ? this
        : new RunningGang(
            namespace,
            name,
            queue,
            pool,
            pods()
                .filter(GangPod::active)
                .map(GangPod::runningSince)
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .map(since -> since.isAfter(now) ? now : since)
                .orElse(null),
            subGroups);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
