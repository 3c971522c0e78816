package dev.coppice.core.scheduler.workload;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler says of a PodGroup.
 *
 * @param conditions PodGroupScheduled, written by the scheduler
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PlacedGroupStatus(List<Condition> conditions) {

  /** Turns absent collections into empty ones. */
  public PlacedGroupStatus(@Nullable List<Condition> conditions) {
    this.conditions = conditions == null ? List.of() : List.copyOf(conditions);
  }
}
