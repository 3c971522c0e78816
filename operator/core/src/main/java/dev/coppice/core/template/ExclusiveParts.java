package dev.coppice.core.template;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.subgroup.ExclusiveLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of a set whose groups, or their subgroups, want domains of nodes for themselves. */
public final class ExclusiveParts {

  private final @Nullable PodCliqueSetTemplate template;
  private final Map<String, String> ofSet;

  private ExclusiveParts(@Nullable PodCliqueSetTemplate template, Map<String, String> ofSet) {
    this.template = template;
    this.ofSet = ofSet;
  }

  /** Those of a set, which may be stored without all its parts. */
  public static ExclusiveParts of(PodCliqueSet set) {
    return new ExclusiveParts(
        set.getSpec() == null ? null : set.getSpec().template(),
        Omitted.orEmpty(set.getMetadata().getAnnotations()));
  }

  /** The node label in whose domains the groups of a clique that stands alone want to be alone. */
  public Optional<String> key(PodCliqueTemplate alone) {
    return key(ExclusiveLevel.GROUP, alone.annotations());
  }

  /** The same of the replicas of a scaling group. */
  public Optional<String> key(PodCliqueScalingGroupConfig group) {
    return key(ExclusiveLevel.GROUP, group.annotations());
  }

  private Optional<String> key(ExclusiveLevel level, @Nullable Map<String, String> near) {
    return level.topologyKey(Omitted.orEmpty(near), ofSet);
  }

  /** All node labels in whose domains groups want to be alone. */
  public List<String> keys() {
    return Stream.concat(
            alone().flatMap(clique -> key(clique).stream()),
            groups().flatMap(group -> key(group).stream()))
        .distinct()
        .toList();
  }

  /** Whether anything wants a domain for itself. */
  public boolean areAny() {
    return !keys().isEmpty()
        || Stream.concat(
                alone()
                    .filter(clique -> clique.spec().subGroupPolicy() != null)
                    .map(PodCliqueTemplate::annotations),
                groups()
                    .filter(group -> group.subGroupPolicy() != null)
                    .map(PodCliqueScalingGroupConfig::annotations))
            .anyMatch(near -> key(ExclusiveLevel.SUBGROUP, near).isPresent());
  }

  /**
   * Whether each gang is one group and has to be in no other domain than that, so that one node
   * label says all of it.
   */
  public boolean areGangs() {
    TopologyConstraint ofGang = template == null ? null : template.topologyConstraint();
    return groupsOfBase() <= 1 && (ofGang == null || !requires(ofGang));
  }

  /** How many groups of pods the base gang of each replica has, whatever they want. */
  public long groupsOfBase() {
    return alone().count()
        + groups()
            .mapToLong(group -> Math.clamp(group.minAvailable(), 0, Math.max(0, group.replicas())))
            .sum();
  }

  private static boolean requires(TopologyConstraint constraint) {
    return constraint.packDomain() != null
        || (constraint.pack() != null && constraint.pack().required() != null);
  }

  private Stream<PodCliqueTemplate> alone() {
    return template == null ? Stream.empty() : CliqueTemplates.standalone(template).stream();
  }

  private Stream<PodCliqueScalingGroupConfig> groups() {
    return template == null ? Stream.empty() : template.podCliqueScalingGroups().stream();
  }
}
