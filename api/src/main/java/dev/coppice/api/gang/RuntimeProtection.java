package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Until when, and against whom, a gang is protected from eviction (seed 001, Detailed Design).
 *
 * @param preempt against pods of the same queue; absent for a gang without a queue
 * @param reclaim against pods of other queues, from those that have least in common with the gang's
 * @param sacrificable how many pods of each PodClique the gang can do without: these may be evicted
 *     at any time, unless it is never evicted
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RuntimeProtection(
    @Nullable GuaranteedRuntime preempt,
    List<GuaranteedRuntime> reclaim,
    Map<String, Integer> sacrificable) {

  /** Turns absent collections into empty ones. */
  public RuntimeProtection {
    reclaim = Copies.of(reclaim);
    sacrificable = Copies.of(sacrificable);
  }
}
