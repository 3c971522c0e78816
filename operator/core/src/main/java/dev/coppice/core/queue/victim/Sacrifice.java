package dev.coppice.core.queue.victim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * In which order a gang gives up pods: one after the other while any sub-group has more than its
 * minimum, then what is left of the gang at once.
 *
 * @param surplus those that it can do without, the first to go at the beginning
 * @param rest the others; the gang is gone with them
 */
public record Sacrifice(List<GangPod> surplus, List<GangPod> rest) {

  /** Keeps copies. */
  public Sacrifice {
    surplus = List.copyOf(surplus);
    rest = List.copyOf(rest);
  }

  /**
   * A sub-group while pods are taken from it.
   *
   * @param needed its minimum; all of its pods where it has none
   * @param toGo what is left, the next to go at the beginning
   */
  private record Left(String name, int needed, Deque<GangPod> toGo) {

    /** Those that keep their pods longest come first: the nearest to the minimum, then by name. */
    static final Comparator<Left> FIRST_TO_LAST =
        Comparator.comparingDouble(Left::ratio).thenComparing(Left::name);

    static Left of(SubGroup group) {
      Deque<GangPod> toGo = new ArrayDeque<>(group.toGo());
      return new Left(group.name(), group.needed(), toGo);
    }

    double ratio() {
      return (double) toGo.size() / Math.max(1, needed);
    }

    boolean hasSurplus() {
      return toGo.size() > needed;
    }
  }

  /** The order of these sub-groups; only pods that hold a place are in it. */
  static Sacrifice of(List<SubGroup> groups) {
    List<Left> left = groups.stream().map(Left::of).toList();
    List<GangPod> surplus = new ArrayList<>();
    for (Optional<Left> next = next(left); next.isPresent(); next = next(left)) {
      surplus.add(next.get().toGo().removeFirst());
    }
    return new Sacrifice(
        surplus,
        left.stream()
            .sorted(Left.FIRST_TO_LAST.reversed())
            .flatMap(group -> group.toGo().stream())
            .toList());
  }

  // A sub-group below its minimum has no surplus, so that its place in the order never counts.
  private static Optional<Left> next(List<Left> groups) {
    return groups.stream().filter(Left::hasSurplus).max(Left.FIRST_TO_LAST);
  }

  /** What goes first: one pod while there is surplus, else all. */
  List<GangPod> step() {
    return surplus.isEmpty() ? rest : List.of(surplus.getFirst());
  }

  /** All of them, the first to go at the beginning. */
  List<GangPod> all() {
    return Stream.concat(surplus.stream(), rest.stream()).toList();
  }
}
