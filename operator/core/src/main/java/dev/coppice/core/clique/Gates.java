package dev.coppice.core.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.Units;
import dev.coppice.core.explain.Wait;
import dev.coppice.core.placement.Placing;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether a scheduler may have a clique's pods. Those of a scaled gang wait until the base gang is
 * placed, or they would take the room that it needs.
 */
final class Gates {

  /** Every reason to hold the pods back; a gate falls when none is left. */
  private static final List<Predicate<CliqueView>> REASONS = List.of(Gates::precedesBaseGang);

  private Gates() {}

  /** Whether nothing holds the pods back. */
  static boolean areOpen(CliqueView view) {
    return REASONS.stream().noneMatch(reason -> reason.test(view));
  }

  /** Whether pods of scaled gangs may wait until the pods of this clique are scheduled. */
  static boolean areOpenedBy(CliqueView view) {
    return isBeingPlaced(view)
        || (view.label(Labels.BASE_POD_GANG) == null
            && view.set().filter(Gates::scalesNothing).isEmpty());
  }

  // Whoever waits for a placement waits for what each of its cliques reports.
  private static boolean isBeingPlaced(CliqueView view) {
    return view.gang()
        .flatMap(gang -> Placing.of(gang, view.clique()))
        .filter(placing -> !placing.placement().placed())
        .isPresent();
  }

  // A set that has lost its template may have had anything.
  private static boolean scalesNothing(PodCliqueSet set) {
    return set.getSpec() != null
        && set.getSpec().template() != null
        && set.getSpec().template().podCliqueScalingGroups().isEmpty();
  }

  private static boolean precedesBaseGang(CliqueView view) {
    return awaited(view).isPresent();
  }

  // Conditions of the gang are for people: only what its cliques report counts.
  /** The base gang that holds the pods back; empty if none does. */
  static Optional<Wait.BaseGang> awaited(CliqueView view) {
    String name = view.label(Labels.BASE_POD_GANG);
    if (name == null) {
      return Optional.empty();
    }
    List<String> members =
        view.set()
            .flatMap(set -> OwnGang.base(view.clique(), set, view.snapshot().observed()))
            .filter(gang -> isWhole(gang, view))
            .map(gang -> members(gang).toList())
            .orElse(List.of());
    List<String> lacking =
        members.stream()
            .filter(member -> view.sibling(member).filter(Gates::isPlaced).isEmpty())
            .toList();
    return members.isEmpty() || !lacking.isEmpty()
        ? Optional.of(
            new Wait.BaseGang(
                name,
                members.size() - lacking.size(),
                members.size(),
                lacking.stream().findFirst().map(first -> describe(first, view)).orElse("")))
        : Optional.empty();
  }

  private static String describe(String name, CliqueView view) {
    return view.sibling(name)
        .map(clique ->
            "%s has %d of %d"
                .formatted(name, Units.scheduled(clique.statusOrEmpty()), MinAvailable.of(clique)))
        .orElse(name + " does not exist yet");
  }

  // A base gang may still speak of a time when the group was smaller than this clique's replica of
  // it: then it lacks the very replicas that come before. One without groups has placed nothing.
  private static boolean isWhole(PodGang base, CliqueView view) {
    Set<String> members = members(base).collect(Collectors.toSet());
    return !members.isEmpty()
        && view.group().stream().flatMap(Gates::firstMembers).allMatch(members::contains);
  }

  private static Stream<String> members(PodGang gang) {
    return gang.getSpec().podgroups().stream().map(PodGroup::name);
  }

  private static Stream<String> firstMembers(PodCliqueScalingGroup group) {
    String name = group.getMetadata().getName();
    return IntStream.range(0, group.getSpec().minAvailable())
        .boxed()
        .flatMap(replica ->
            group.getSpec().cliqueNames().stream()
                .map(clique -> Names.groupPodClique(name, replica, clique)));
  }

  private static boolean isPlaced(PodClique clique) {
    return Units.scheduled(clique.statusOrEmpty()) >= MinAvailable.of(clique);
  }
}
