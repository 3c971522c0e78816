package dev.coppice.core.placement;

import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.template.HashText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The placements that one gang is told by. Each PodClique has a part in exactly one of them, for as
 * long as it lives and, in a training job, for as long as its attempt lasts.
 */
final class GangPlacements {

  private static final int SUFFIX_LENGTH = 5;

  private final PodGang gang;
  private final GangShape shape;
  private final Map<String, PlacedClique> cliques;
  private final Instant now;

  /**
   * The placements of a gang.
   *
   * @param shape which PodCliques it consists of
   * @param cliques those of them that are there
   */
  GangPlacements(PodGang gang, GangShape shape, Stream<PlacedClique> cliques, Instant now) {
    this.gang = gang;
    this.shape = shape;
    this.cliques = cliques.collect(Collectors.toMap(PlacedClique::name, Function.identity()));
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
  }

  /** What shall be recorded. */
  List<GangPlacement> next() {
    List<GangPlacement> all =
        new ArrayList<>(stored().stream().filter(this::isKept).map(this::judged).toList());
    standing(open(all)).ifPresent(all::add);
    begun(open(all)).stream().map(this::begin).forEach(all::add);
    return List.copyOf(all);
  }

  private List<String> open(List<GangPlacement> placements) {
    return shape.members().stream().filter(name -> !isIn(placements, name)).toList();
  }

  // What has pods with nodes and no placement had one that was given up or lost, or is older than
  // placements are: nothing that comes later can be placed at once with it.
  private Optional<GangPlacement> standing(List<String> open) {
    List<PlacementMembers> members =
        open.stream()
            .flatMap(name -> Optional.ofNullable(cliques.get(name)).stream())
            .filter(clique -> clique.bound() > 0)
            .map(PlacedClique::placedMembers)
            .toList();
    return members.isEmpty() ? Optional.empty() : Optional.of(placed(placement(members)));
  }

  /** Whether every PodClique has been placed, by these placements. */
  boolean isPlacedBy(List<GangPlacement> placements) {
    List<GangPlacement> placed = placements.stream().filter(GangPlacement::placed).toList();
    return shape.members().stream().allMatch(name -> isIn(placed, name));
  }

  private List<GangPlacement> stored() {
    return gang.statusOrEmpty().podGroups();
  }

  // One that is not placed can only be placed as it is: without a member it would wait for ever.
  private boolean isKept(GangPlacement placement) {
    return placement.placed()
        ? placement.podCliques().stream().anyMatch(members -> current(members).isPresent())
        : placement.podCliques().stream().allMatch(this::isComplete);
  }

  private boolean isComplete(PlacementMembers members) {
    return current(members).filter(clique -> clique.minimum() >= members.members()).isPresent();
  }

  private Optional<PlacedClique> current(PlacementMembers members) {
    return Optional.ofNullable(cliques.get(members.name())).filter(clique -> clique.isIn(members));
  }

  private boolean isIn(List<GangPlacement> placements, String name) {
    PlacedClique clique = cliques.get(name);
    return clique != null
        && placements.stream().flatMap(one -> one.podCliques().stream()).anyMatch(clique::isIn);
  }

  private GangPlacement judged(GangPlacement placement) {
    boolean isNew =
        !placement.placed()
            && placement.podCliques().stream()
                .allMatch(members ->
                    current(members)
                        .filter(clique -> clique.bound() >= members.members())
                        .isPresent());
    return isNew ? placed(placement) : placement;
  }

  private GangPlacement placed(GangPlacement placement) {
    return new GangPlacement(
        placement.name(), placement.podCliques(), placement.minCount(), true, now);
  }

  // A gang begins as a whole. What comes back while other parts of it stand is placed for itself.
  private List<List<PlacedClique>> begun(List<String> open) {
    return open.size() == shape.members().size()
        ? whole(open).stream().toList()
        : shape.units().stream()
            .map(unit -> unit.stream().filter(open::contains).toList())
            .map(this::whole)
            .flatMap(Optional::stream)
            .toList();
  }

  private Optional<List<PlacedClique>> whole(List<String> names) {
    List<PlacedClique> there = names.stream().map(cliques::get).filter(Objects::nonNull).toList();
    return there.isEmpty() || there.size() < names.size() ? Optional.empty() : Optional.of(there);
  }

  private GangPlacement begin(List<PlacedClique> together) {
    GangPlacement placement = placement(together.stream().map(PlacedClique::members).toList());
    return placement.minCount() == 0 ? placed(placement) : placement;
  }

  private GangPlacement placement(List<PlacementMembers> members) {
    return new GangPlacement(
        name(members),
        members,
        members.stream().mapToInt(PlacementMembers::members).sum(),
        false,
        null);
  }

  // The same from the same view, so that two who record it record one.
  private String name(List<PlacementMembers> members) {
    String input =
        members.stream()
            .map(one -> "%s/%s/%d".formatted(one.uid(), one.attempt(), one.members()))
            .collect(Collectors.joining(",", gang.getMetadata().getUid() + ":", ""));
    return gang.getMetadata().getName() + "-" + HashText.of(input, SUFFIX_LENGTH);
  }
}
