package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which pods belong to the gang, and where they may be placed.
 *
 * @param podgroups the groups of alike pods; each must have its minimum placed
 * @param topologyConstraint where the gang as a whole may be placed
 * @param topologyConstraintGroupConfigs constraints that several groups share
 * @param priorityClassName the PriorityClass by which gangs are ordered and may evict others
 * @param reuseReservationRef the gang whose reserved places this one may take; reserved for later
 *     use, never set
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGangSpec(
    @JsonInclude(JsonInclude.Include.ALWAYS) List<PodGroup> podgroups,
    @Nullable GangTopologyConstraint topologyConstraint,
    List<TopologyConstraintGroupConfig> topologyConstraintGroupConfigs,
    @Nullable String priorityClassName,
    @Nullable NamespacedName reuseReservationRef) {

  /** Turns absent collections into empty ones. */
  public PodGangSpec {
    podgroups = Copies.of(podgroups);
    topologyConstraintGroupConfigs = Copies.of(topologyConstraintGroupConfigs);
  }
}
