package dev.coppice.core.topology;

import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.TopologyConstraintGroupConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the pods of one gang may be placed, in keys of node labels.
 *
 * @param topologyName the topology that the keys are of; null without any constraint
 * @param ofGang the constraint of the gang as a whole
 * @param shared the constraints that several of its groups share
 * @param ofPodGroups the constraints of its groups, by the names of their PodCliques
 */
public record GangConstraints(
    @Nullable String topologyName,
    @Nullable GangTopologyConstraint ofGang,
    List<TopologyConstraintGroupConfig> shared,
    Map<String, GangTopologyConstraint> ofPodGroups) {

  /** None at all. */
  public static final GangConstraints NONE = new GangConstraints(null, null, List.of(), Map.of());

  public GangConstraints {
    shared = List.copyOf(shared);
    ofPodGroups = Map.copyOf(ofPodGroups);
  }

  /**
   * Constraints in the keys of a topology, which is named only where there is a key.
   *
   * @param topology its name; null if it is not known
   */
  static GangConstraints of(
      @Nullable String topology,
      Optional<GangTopologyConstraint> ofGang,
      List<TopologyConstraintGroupConfig> shared,
      Map<String, GangTopologyConstraint> ofPodGroups) {
    boolean any =
        ofGang.isPresent()
            || !ofPodGroups.isEmpty()
            || shared.stream().anyMatch(config -> config.topologyConstraint() != null);
    return new GangConstraints(any ? topology : null, ofGang.orElse(null), shared, ofPodGroups);
  }
}
