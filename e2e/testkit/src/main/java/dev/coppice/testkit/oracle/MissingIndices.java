package dev.coppice.testkit.oracle;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The indices of a PodClique whose pod was Ready when it had to go, and that have had no Ready pod
 * since. Who tells of what goes decides which pods count.
 */
public final class MissingIndices {

  private final Set<String> missing = new TreeSet<>();

  /** Takes note of a Ready pod. */
  public void noteReady(String index) {
    missing.remove(index);
  }

  /**
   * Gives up those without which as many pods are Ready as are asked for.
   *
   * @param ready indices of the Ready pods, one for each pod
   */
  public void giveUp(Collection<String> ready, int replicas) {
    missing.removeIf(
        index -> ready.stream().filter(other -> !other.equals(index)).count() >= replicas);
  }

  /** Takes note of a Ready pod that has to go; answers which others were missing already. */
  public List<String> noteGoing(String index) {
    List<String> others = missing.stream().filter(other -> !other.equals(index)).toList();
    missing.add(index);
    return others;
  }
}
