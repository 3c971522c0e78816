package dev.coppice.core.pod;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which live pods go. Of two at one index all but one always go; beyond that as many as there are
 * too many, those first whose loss costs least. In a clique that is divided into subgroups those go
 * that have no place in one, whatever their loss costs: a hole would break a subgroup that stays.
 */
public final class ScaleIn {

  private static final Comparator<PodState> READY_FIRST =
      Comparator.comparing((PodState pod) -> !pod.ready());

  /** The one that keeps its index among several: the Ready one, else the oldest. */
  private static final Comparator<PodState> KEEPER_FIRST =
      READY_FIRST.thenComparing(PodState.YOUNGEST_FIRST.reversed());

  private ScaleIn() {}

  /**
   * The pods to delete.
   *
   * @param replicas how many pods there shall be
   * @param minimum how many of them must be Ready
   * @param pods the clique's pods
   * @param templateHash the clique's own hash; a pod with another one is outdated
   */
  public static List<PodState> of(
      int replicas, int minimum, List<PodState> pods, @Nullable String templateHash) {
    Map<Integer, PodState> keepers = new LinkedHashMap<>();
    List<PodState> given = new ArrayList<>();
    for (PodState pod : pods.stream().filter(PodState::live).sorted(KEEPER_FIRST).toList()) {
      if (keepers.putIfAbsent(pod.index(), pod) != null) {
        given.add(pod);
      }
    }
    given.addAll(
        surplus(keepers.size() - Math.max(0, replicas), minimum, keepers.values(), templateHash));
    return given;
  }

  /**
   * The pods to delete in a clique that is divided.
   *
   * @param replicas how many pods there shall be, each at an index below that
   * @param pods the clique's pods
   */
  public static List<PodState> ofDivided(int replicas, List<PodState> pods) {
    Set<Integer> kept = new HashSet<>();
    return pods.stream()
        .filter(PodState::live)
        .sorted(KEEPER_FIRST)
        .filter(pod -> pod.index() < 0 || pod.index() >= replicas || !kept.add(pod.index()))
        .toList();
  }

  private static List<PodState> surplus(
      int count, int minimum, Collection<PodState> live, @Nullable String templateHash) {
    if (count <= 0) {
      return List.of();
    }
    Comparator<PodState> order = cheapestFirst(templateHash);
    List<PodState> sorted = live.stream().sorted(order).toList();
    Deque<PodState> ready = new ArrayDeque<>(sorted.stream().filter(PodState::ready).toList());
    Deque<PodState> notReady = new ArrayDeque<>(sorted);
    notReady.removeIf(PodState::ready);
    List<PodState> surplus = new ArrayList<>();
    while (surplus.size() < count) {
      surplus.add(takesReady(ready, notReady, minimum, order) ? ready.pop() : notReady.pop());
    }
    return surplus;
  }

  // A Ready pod is spared while a not-Ready one can go and the minimum would be missed without it.
  private static boolean takesReady(
      Deque<PodState> ready, Deque<PodState> notReady, int minimum, Comparator<PodState> order) {
    if (ready.isEmpty() || notReady.isEmpty()) {
      return notReady.isEmpty();
    }
    return ready.size() > minimum && order.compare(ready.getFirst(), notReady.getFirst()) < 0;
  }

  private static Comparator<PodState> cheapestFirst(@Nullable String templateHash) {
    return Comparator.comparing((PodState pod) -> Objects.equals(pod.templateHash(), templateHash))
        .thenComparing(PodState::assigned)
        .thenComparing(PodState::phase)
        .thenComparing(PodState::ready)
        .thenComparing(PodState::created, Comparator.reverseOrder())
        .thenComparing(PodState::index, Comparator.reverseOrder())
        .thenComparing(PodState::uid);
  }
}
