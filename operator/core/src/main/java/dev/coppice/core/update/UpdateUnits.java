package dev.coppice.core.update;

import static java.util.stream.Collectors.toSet;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.Units;
import dev.coppice.core.pod.PodState;
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

  /**
   * What there is to be taken.
   *
   * @param live the pods of the clique that count
   */
  public UpdateUnits(PodClique clique, List<PodState> live) {
    this.clique = clique;
    this.live = List.copyOf(live);
    this.divided = Division.of(clique).orElse(null);
    this.ready = divided == null ? Set.of() : PodState.indices(live, PodState::ready);
  }

  /** How much is Ready where it is compared with the minimum. */
  public int ready() {
    return new Units(divided).count(live, PodState::ready);
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
    boolean spare = ready() >= MinAvailable.of(clique);
    SubGroups known = divided;
    if (known == null) {
      return outdated.stream().filter(pod -> spare && pod.ready()).min(OLDEST_FIRST).map(List::of);
    }
    return outdated.stream()
        .map(PodState::index)
        .filter(index -> together(index).anyMatch(ready::contains))
        .filter(index -> spare || !isReady(index))
        .min(
            Comparator.comparing(this::isReady)
                .thenComparing(index -> isLeaderAlone(known, index))
                .thenComparing(Comparator.reverseOrder()))
        .map(this::at);
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
