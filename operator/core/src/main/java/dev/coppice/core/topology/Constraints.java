package dev.coppice.core.topology;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.topology.PackDomains;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The constraints of a set, wherever they stand: its own, those of its groups and its cliques. */
final class Constraints {

  private final List<TopologyConstraint> all;

  private Constraints(List<TopologyConstraint> all) {
    this.all = all;
  }

  /** Those of a set, which may be stored without all its parts. */
  static Constraints of(PodCliqueSet set) {
    return new Constraints(
        Optional.ofNullable(set.getSpec())
            .flatMap(spec -> Optional.ofNullable(spec.template()))
            .map(Constraints::of)
            .orElse(List.of()));
  }

  private static List<TopologyConstraint> of(PodCliqueSetTemplate template) {
    return Stream.of(
            Stream.ofNullable(template.topologyConstraint()),
            template.podCliqueScalingGroups().stream()
                .map(PodCliqueScalingGroupConfig::topologyConstraint)
                .filter(Objects::nonNull),
            template.cliques().stream()
                .map(PodCliqueTemplate::topologyConstraint)
                .filter(Objects::nonNull))
        .flatMap(constraints -> constraints)
        .toList();
  }

  /** The name of the topology that is meant: the first that is given. */
  Optional<String> topologyName() {
    return all.stream()
        .map(TopologyConstraint::topologyName)
        .filter(name -> !Parts.isBlank(name))
        .findFirst();
  }

  /** The levels that are asked for, each once. */
  List<String> domains() {
    return all.stream().flatMap(constraint -> PackDomains.of(constraint).all()).distinct().toList();
  }
}
