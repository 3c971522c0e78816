package dev.coppice.core.topology;

import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.PackConstraint;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One constraint of a PodGang, wherever it stands in it.
 *
 * @param subject what it is about, for people
 * @param podCliques the PodCliques whose pods it holds together
 * @param required key of the node label that must have one value for all of them
 * @param preferred key of the one that should
 */
public record ScopedConstraint(
    String subject, Set<String> podCliques, @Nullable String required, @Nullable String preferred) {

  public ScopedConstraint {
    podCliques = Set.copyOf(podCliques);
  }

  /** Those of a gang: its own, those that groups share, those of groups. */
  static List<ScopedConstraint> of(PodGang gang) {
    List<PodGroup> groups = gang.getSpec().podgroups();
    return Stream.of(
            of(
                "the gang",
                groups.stream().map(PodGroup::name).toList(),
                gang.getSpec().topologyConstraint()),
            gang.getSpec().topologyConstraintGroupConfigs().stream()
                .flatMap(shared ->
                    of(shared.name(), shared.podGroupNames(), shared.topologyConstraint())),
            groups.stream()
                .flatMap(
                    group -> of(group.name(), List.of(group.name()), group.topologyConstraint())))
        .flatMap(constraints -> constraints)
        .toList();
  }

  private static Stream<ScopedConstraint> of(
      String subject, Collection<String> podCliques, @Nullable GangTopologyConstraint constraint) {
    PackConstraint pack = constraint == null ? null : constraint.packConstraint();
    return pack == null
        ? Stream.empty()
        : Stream.of(
            new ScopedConstraint(
                subject, Set.copyOf(podCliques), pack.required(), pack.preferred()));
  }

  /**
   * The widest one that requires the pods of all these PodCliques to stand together. Two PodCliques
   * of which each requires the same for itself do not: one domain may have no room for both.
   */
  public static Optional<ScopedConstraint> holding(PodGang gang, Collection<String> podCliques) {
    return of(gang).stream()
        .filter(constraint -> constraint.required() != null)
        .filter(constraint -> constraint.podCliques().containsAll(podCliques))
        .findFirst();
  }
}
