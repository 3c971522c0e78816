package dev.coppice.core.queue.victim;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pods of one PodClique of a gang.
 *
 * @param name name of the PodClique
 * @param minAvailable how many of them the gang needs; null if it needs all of them
 * @param pods all of its pods that are known
 */
public record SubGroup(String name, @Nullable Integer minAvailable, List<GangPod> pods) {

  /** Keeps a copy. */
  public SubGroup {
    pods = List.copyOf(pods);
  }

  /** How many pods hold a place. */
  int active() {
    return (int) pods.stream().filter(GangPod::active).count();
  }

  /** How many of those the gang needs. */
  int needed() {
    return minAvailable == null ? active() : minAvailable;
  }

  /** How many of them the gang can do without. */
  int surplus() {
    return Math.max(0, active() - needed());
  }

  /** Those that hold a place, the first to go at the beginning. */
  List<GangPod> toGo() {
    return pods.stream().filter(GangPod::active).sorted(GangPod.TASK_ORDER.reversed()).toList();
  }
}
