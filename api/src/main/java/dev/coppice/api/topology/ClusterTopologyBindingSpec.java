package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The levels of a cluster's topology.
 *
 * @param levels the levels, from the broadest to the narrowest
 * @param schedulerTopologyBindings the schedulers whose own topology object someone else takes care
 *     of; differences from it are reported, not repaired
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterTopologyBindingSpec(
    @JsonInclude(JsonInclude.Include.ALWAYS) @Size(min = 1, max = 64) List<TopologyLevel> levels,
    List<SchedulerTopologyBinding> schedulerTopologyBindings) {

  /** Turns absent collections into empty ones. */
  public ClusterTopologyBindingSpec {
    levels = Copies.of(levels);
    schedulerTopologyBindings = Copies.of(schedulerTopologyBindings);
  }
}
