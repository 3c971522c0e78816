package dev.coppice.core.placement;

import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.GangPlacementBuilder;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.template.HashText;
import dev.coppice.core.topology.ScopedConstraint;
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
  private final List<GangPlacement> stored;
  private final Optional<GangDomains> domains;
  private final Instant now;

  /**
   * The placements of a gang.
   *
   * @param shape which PodCliques it consists of
   * @param cliques those of them that are there
   * @param domains where their pods stand; empty if the scheduler can be told of no topology
   */
  GangPlacements(
      PodGang gang,
      GangShape shape,
      Stream<PlacedClique> cliques,
      Optional<GangDomains> domains,
      Instant now) {
    this.gang = gang;
    this.shape = shape;
    this.domains = domains;
    this.cliques = cliques.collect(Collectors.toMap(PlacedClique::name, Function.identity()));
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
    this.stored = new BelievedPlacements(this.cliques.values(), this.now).of(gang).toList();
  }

  /** What shall be recorded. */
  List<GangPlacement> next() {
    List<GangPlacement> all = new ArrayList<>(kept().map(this::judged).toList());
    Optional<GangPlacement> standing = standing(all);
    if (standing.filter(this::lacksDomain).isPresent()) {
      // Where it stands is to be found out first; until then nothing of it can be placed anew.
      standing.map(this::judged).filter(GangPlacement::placed).ifPresent(all::add);
      return List.copyOf(all);
    }
    standing.map(this::placed).ifPresent(all::add);
    begun(open(all)).forEach(together -> begin(together, all).ifPresent(all::add));
    return List.copyOf(all);
  }

  private Stream<GangPlacement> kept() {
    return stored.stream().filter(this::isKept);
  }

  /** What has to be read before it can be recorded that what has its pods is placed. */
  Stream<LiveRead> unread() {
    return Stream.concat(kept().filter(this::hasPlaces), standing(kept().toList()).stream())
        .filter(this::lacksDomain)
        .flatMap(placement -> domains.stream().flatMap(all -> all.unread(placement).stream()));
  }

  private List<String> open(List<GangPlacement> placements) {
    return shape.members().stream().filter(name -> !isIn(placements, name)).toList();
  }

  // What has pods with nodes and no placement had one that was given up or lost, or is older than
  // placements are: nothing that comes later can be placed at once with it. Of a group that has a
  // domain for itself all pods are in one, whoever wrote that down.
  private Optional<GangPlacement> standing(List<GangPlacement> others) {
    List<PlacementMembers> members =
        open(others).stream()
            .flatMap(name -> Optional.ofNullable(cliques.get(name)).stream())
            .filter(clique -> clique.bound() > 0)
            .map(PlacedClique::placedMembers)
            .toList();
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(
            GangPlacementBuilder.builder(placement(members))
                .topologyKey(keyOfGroup(members).orElse(null))
                .build());
  }

  private Optional<String> keyOfGroup(List<PlacementMembers> members) {
    return isGroup()
        ? ScopedConstraint.holding(gang, members.stream().map(PlacementMembers::name).toList())
            .map(ScopedConstraint::required)
        : Optional.empty();
  }

  /** Whether every PodClique has been placed, by these placements. */
  boolean isPlacedBy(List<GangPlacement> placements) {
    List<GangPlacement> placed = placements.stream().filter(GangPlacement::placed).toList();
    return shape.members().stream().allMatch(name -> isIn(placed, name));
  }

  // One that is not placed can only be placed as it is: without a member it would wait for ever,
  // be it gone or bound by a placement that was given up just then.
  private boolean isKept(GangPlacement placement) {
    return placement.placed()
        ? placement.podCliques().stream().anyMatch(members -> current(members).isPresent())
            && !isLost()
        : placement.podCliques().stream().allMatch(this::isComplete)
            && (hasPlaces(placement)
                || cliques.values().stream().noneMatch(one -> one.isBoundOutside(placement)));
  }

  // Whoever comes back to a group that has a domain for itself follows those who are there. If
  // nobody is, the group may find room in another one. An attempt of a training job does not come
  // back.
  private boolean isLost() {
    return isGroup()
        && stored.stream().allMatch(GangPlacement::placed)
        && cliques.values().stream()
            .allMatch(clique -> clique.attempt() == null && clique.bound() == 0)
        && cliques.values().stream().anyMatch(clique -> clique.minimum() > 0);
  }

  private boolean isGroup() {
    return gang.statusOrEmpty().placementMode() == PlacementMode.GANG
        && domains.isPresent()
        && ScopedConstraint.holding(gang, shape.members()).isPresent();
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
    if (!hasPlaces(placement)) {
      return placement;
    }
    if (!lacksDomain(placement)) {
      return placed(placement);
    }
    return domains
        .filter(known -> known.unread(placement).isEmpty() && known.isSeen(placement))
        .map(known ->
            placed(
                GangPlacementBuilder.builder(placement)
                    .domain(known.of(placement).orElse(null))
                    .build()))
        .orElse(placement);
  }

  private boolean hasPlaces(GangPlacement placement) {
    return !placement.placed()
        && placement.podCliques().stream()
            .allMatch(members ->
                current(members).filter(clique -> clique.bound() >= members.members()).isPresent());
  }

  private boolean lacksDomain(GangPlacement placement) {
    return placement.topologyKey() != null && placement.domain() == null && domains.isPresent();
  }

  private GangPlacement placed(GangPlacement placement) {
    return GangPlacementBuilder.builder(placement).placed(true).placedTime(now).build();
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

  private Optional<GangPlacement> begin(List<PlacedClique> together, List<GangPlacement> others) {
    GangPlacement placement = placement(together.stream().map(PlacedClique::members).toList());
    if (placement.minCount() == 0) {
      return Optional.of(placed(placement));
    }
    Optional<ScopedConstraint> held =
        domains.flatMap(_ ->
            ScopedConstraint.holding(gang, together.stream().map(PlacedClique::name).toList()));
    return held.isEmpty() ? Optional.of(placement) : within(held.get(), placement, others);
  }

  // What comes to a part that stands joins it in its domain, and waits until that is known.
  private static Optional<GangPlacement> within(
      ScopedConstraint constraint, GangPlacement placement, List<GangPlacement> others) {
    List<GangPlacement> same =
        others.stream()
            .filter(other -> Objects.equals(other.topologyKey(), constraint.required()))
            .filter(other ->
                other.podCliques().stream()
                    .map(PlacementMembers::name)
                    .allMatch(constraint.podCliques()::contains))
            .toList();
    Optional<String> domain =
        same.stream().map(GangPlacement::domain).filter(Objects::nonNull).findFirst();
    return domain.isEmpty() && same.stream().anyMatch(other -> !other.placed())
        ? Optional.empty()
        : Optional.of(
            GangPlacementBuilder.builder(placement)
                .topologyKey(constraint.required())
                .domain(domain.orElse(null))
                .build());
  }

  private GangPlacement placement(List<PlacementMembers> members) {
    return new GangPlacement(
        name(members),
        members,
        members.stream().mapToInt(PlacementMembers::members).sum(),
        false,
        null,
        null,
        null);
  }

  // The same from the same view, so that two who record it record one; another than that of a
  // placement with the same members that is over.
  private String name(List<PlacementMembers> members) {
    String input =
        Stream.concat(
                members.stream()
                    .map(one -> "%s/%s/%d".formatted(one.uid(), one.attempt(), one.members())),
                isLost() ? stored.stream().map(GangPlacement::name) : Stream.<String>empty())
            .collect(Collectors.joining(",", gang.getMetadata().getUid() + ":", ""));
    return gang.getMetadata().getName() + "-" + HashText.of(input, SUFFIX_LENGTH);
  }
}
