package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.kubernetes.api.model.Condition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * What is known about one gang of a set.
 *
 * @param name name of the PodGang
 * @param phase its phase
 * @param conditions its condition Scheduled, for as long as it waits for places
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGangSummary(
    @JsonInclude(JsonInclude.Include.ALWAYS) String name,
    PodGangSummaryPhase phase,
    List<Condition> conditions) {

  /** Turns absent collections into empty ones. */
  public PodGangSummary {
    conditions = Copies.of(conditions);
  }
}
