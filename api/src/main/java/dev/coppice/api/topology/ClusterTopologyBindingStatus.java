package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.kubernetes.api.model.Condition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the operator reports about a topology.
 *
 * @param observedGeneration the generation of the specification that this status describes
 * @param conditions SchedulerTopologyDrift
 * @param schedulerTopologyStatuses how the topology objects of the schedulers compare
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterTopologyBindingStatus(
    @Nullable Long observedGeneration,
    List<Condition> conditions,
    List<SchedulerTopologyStatus> schedulerTopologyStatuses) {

  /** The status of a topology about which nothing has been reported. */
  public static final ClusterTopologyBindingStatus EMPTY =
      ClusterTopologyBindingStatusBuilder.builder().build();

  /** Turns absent collections into empty ones. */
  public ClusterTopologyBindingStatus {
    conditions = Copies.of(conditions);
    schedulerTopologyStatuses = Copies.of(schedulerTopologyStatuses);
  }
}
