package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.generator.annotation.Min;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The epochs of one replica of a set.
 *
 * @param podCliqueSetReplicaIndex index of the replica
 * @param entries the epochs, from the oldest on
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGangMapSpec(
    @JsonInclude(JsonInclude.Include.ALWAYS) @Min(0) int podCliqueSetReplicaIndex,
    @JsonInclude(JsonInclude.Include.ALWAYS) List<PodGangMapEntry> entries) {

  /** Turns absent collections into empty ones. */
  public PodGangMapSpec {
    entries = Copies.of(entries);
  }
}
