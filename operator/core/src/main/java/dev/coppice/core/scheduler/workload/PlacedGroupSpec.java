package dev.coppice.core.scheduler.workload;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a PodGroup asks for.
 *
 * @param schedulingPolicy how its pods are placed
 * @param schedulingConstraints where; the API server drops it where its gate is off
 * @param priorityClassName the priority of the whole group; the API server drops it where groups do
 *     not preempt as a whole
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PlacedGroupSpec(
    Policy schedulingPolicy,
    @Nullable Constraints schedulingConstraints,
    @Nullable String priorityClassName) {

  /**
   * How pods are placed.
   *
   * @param gang all at once
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Policy(@Nullable Gang gang) {}

  /**
   * All at once.
   *
   * @param minCount how many pods have to fit
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Gang(int minCount) {}

  /**
   * Where pods are placed.
   *
   * @param topology one at most
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Constraints(List<Topology> topology) {

    /** Turns absent collections into empty ones. */
    public Constraints(@Nullable List<Topology> topology) {
      this.topology = topology == null ? List.of() : List.copyOf(topology);
    }
  }

  /**
   * On nodes of which a label has the same value.
   *
   * @param key of the label
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Topology(String key) {}

  /** So many pods at once, on nodes of which a label, if one is given, has the same value. */
  static PlacedGroupSpec of(
      int minCount, @Nullable String topologyKey, @Nullable String priorityClassName) {
    return new PlacedGroupSpec(
        new Policy(new Gang(minCount)),
        topologyKey == null ? null : new Constraints(List.of(new Topology(topologyKey))),
        priorityClassName);
  }

  /** How many pods have to fit; 0 if they need not fit together. */
  int minCount() {
    return schedulingPolicy.gang() == null ? 0 : schedulingPolicy.gang().minCount();
  }

  boolean hasTopology() {
    return schedulingConstraints != null && !schedulingConstraints.topology().isEmpty();
  }
}
