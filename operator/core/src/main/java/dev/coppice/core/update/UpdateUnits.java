package dev.coppice.core.update;

import static java.util.stream.Collectors.toSet;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.Units;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.PodTrouble;
import dev.coppice.core.slots.Division;
import dev.coppice.core.subgroup.SubGroups;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an update of a clique takes together: a pod, or in a clique that is divided a subgroup. A
 * leader in no subgroup is taken by itself, after all others: they would have to find it again.
 */
public final class UpdateUnits {

  private static final Comparator<PodState> OLDEST_FIRST = PodState.YOUNGEST_FIRST.reversed();

  private final PodClique clique;
  private final List<PodState> live;
  private final @Nullable SubGroups divided;
  private final Set<Integer> ready;
  private final int maxUnavailable;

  /**
   * What there is to be taken.
   *
   * @param live the pods of the clique that count
   * @param maxUnavailable how many pods or subgroups an update may have down at once
   */
  public UpdateUnits(PodClique clique, List<PodState> live, int maxUnavailable) {
    this.clique = clique;
    this.maxUnavailable = maxUnavailable;
    this.live = List.copyOf(live);
    this.divided = Division.of(clique).orElse(null);
    this.ready = divided == null ? Set.of() : PodState.indices(live, PodState::ready);
  }

  /** How much is Ready where it is compared with the minimum. */
  public int ready() {
    return new Units(divided).count(live, PodState::ready);
  }

  /** The same of some of the pods. */
  public int ready(Predicate<PodState> which) {
    return new Units(divided).count(live, pod -> pod.ready() && which.test(pod));
  }

  /**
   * Outdated pods and those that work with one: they go together. Outdated ones are the last, so
   * that what was begun is seen until it is done.
   */
  public List<PodState> whole(List<PodState> outdated) {
    if (divided == null) {
      return outdated;
    }
    Set<Integer> taken =
        outdated.stream().flatMapToInt(pod -> together(pod.index())).boxed().collect(toSet());
    return Stream.concat(
            live.stream().filter(pod -> taken.contains(pod.index()) && !outdated.contains(pod)),
            outdated.stream())
        .toList();
  }

  /** What the update may have at any time: nothing of it is Ready, nor what it works with. */
  public List<PodState> idle(List<PodState> outdated) {
    return whole(outdated).stream()
        .filter(pod -> !pod.ready())
        .filter(pod -> divided == null || together(pod.index()).noneMatch(ready::contains))
        .toList();
  }

  /**
   * What goes next: pods that are Ready or work with one that is, all at once. Where something that
   * works together is not Ready as a whole, nothing is lost by taking it.
   */
  public Optional<List<PodState>> next(List<PodState> outdated) {
    SubGroups known = divided;
    if (known == null) {
      return outdated.stream()
          .filter(PodState::ready)
          .min(OLDEST_FIRST)
          .map(List::of)
          .filter(this::spares);
    }
    return outdated.stream()
        .map(PodState::index)
        .filter(index -> together(index).anyMatch(ready::contains))
        .filter(index -> spares(at(index)))
        .min(
            Comparator.comparing(this::isReady)
                .thenComparing(index -> isLeaderAlone(known, index))
                .thenComparing(Comparator.reverseOrder()))
        .map(this::at);
  }

  /**
   * Whether pods that go together may go: enough others are Ready, or nothing is lost because what
   * goes is not Ready as a whole. Without their leader no subgroup counts, so that it goes while
   * all that have to be there are.
   */
  public boolean spares(List<PodState> taken) {
    int left =
        new Units(divided)
            .count(live.stream().filter(pod -> !taken.contains(pod)).toList(), PodState::ready);
    if (left == ready()) {
      return true;
    }
    int minimum = MinAvailable.of(clique);
    return takesLeader(taken)
        ? ready() >= minimum
        : new Floor(minimum, Division.pods(clique), maxUnavailable * taken.size()).isKeptBy(left);
  }

  private boolean takesLeader(List<PodState> taken) {
    return divided != null
        && divided.layout().lead() > 0
        && taken.stream().anyMatch(pod -> pod.index() == 0);
  }

  private static boolean isLeaderAlone(SubGroups divided, int index) {
    return index >= 0 && index < divided.slots() && divided.index(index).isEmpty();
  }

  /** The indices that have to come back when pods have gone that work together. */
  public List<Integer> indices(List<PodState> taken) {
    return taken.stream().flatMapToInt(pod -> together(pod.index())).distinct().boxed().toList();
  }

  /**
   * Whether what went from an index is back, or needed no more when as many others are Ready as are
   * asked for.
   *
   * @param accepted which Ready pods count
   */
  public boolean isReturned(int index, Predicate<PodState> accepted) {
    SubGroups known = divided;
    return known == null
        ? readyAt(index).anyMatch(accepted)
            || live.stream().filter(pod -> pod.ready() && pod.index() != index).count()
                >= Division.pods(clique)
        : index < 0
            || index >= known.slots()
            || together(index).allMatch(one -> readyAt(one).anyMatch(accepted));
  }

  /** How much is Ready beside what is at these indices. */
  public int readyWithout(List<Integer> indices) {
    return new Units(divided).count(live, pod -> pod.ready() && !indices.contains(pod.index()));
  }

  /** How much these indices are: what goes together is one. */
  public int count(List<Integer> indices) {
    return Math.toIntExact(firsts(indices).count());
  }

  /** How much of these indices is there again, and no scheduler has a place for it. */
  public int waiting(List<Integer> indices) {
    return Math.toIntExact(firsts(indices).filter(this::waits).count());
  }

  private Stream<Integer> firsts(List<Integer> indices) {
    return indices.stream().map(index -> together(index).min().orElse(index)).distinct();
  }

  private boolean waits(int index) {
    return at(index).stream().noneMatch(PodState::assigned)
        && at(index).stream().anyMatch(pod -> PodTrouble.unschedulable(pod.pod()).isPresent());
  }

  /** The subgroups that indices are in. */
  public List<Integer> subGroups(Collection<Integer> indices) {
    SubGroups known = divided;
    return known == null
        ? List.of()
        : indices.stream()
            .filter(index -> index >= 0 && index < known.slots())
            .flatMap(index -> known.index(index).stream().boxed())
            .distinct()
            .sorted()
            .toList();
  }

  private boolean isReady(int index) {
    return together(index).allMatch(ready::contains);
  }

  private IntStream together(int index) {
    SubGroups known = divided;
    return known == null || index < 0 || index >= known.slots()
        ? IntStream.of(index)
        : known.together(index);
  }

  private List<PodState> at(int index) {
    Set<Integer> wanted = together(index).boxed().collect(toSet());
    return live.stream()
        .filter(pod -> wanted.contains(pod.index()))
        .sorted(Comparator.comparingInt(PodState::index))
        .toList();
  }

  private Stream<PodState> readyAt(int index) {
    return live.stream().filter(pod -> pod.ready() && pod.index() == index);
  }
}
