package dev.coppice.core.scheduler.workload;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a PodGroup asks for.
 *
 * @param schedulingPolicy how its pods are placed
 * @param priorityClassName the priority of the whole group; the API server drops it where groups do
 *     not preempt as a whole
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PlacedGroupSpec(Policy schedulingPolicy, @Nullable String priorityClassName) {

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

  /** So many pods at once. */
  static PlacedGroupSpec of(int minCount, @Nullable String priorityClassName) {
    return new PlacedGroupSpec(new Policy(new Gang(minCount)), priorityClassName);
  }
}
