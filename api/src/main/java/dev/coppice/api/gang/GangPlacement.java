package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import io.fabric8.generator.annotation.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One placement of pods of a gang by a scheduler that places a group of pods once: all of its
 * members get nodes, or none does. A gang has one for all that it begins with, and one for what is
 * made anew later. It is written before the pods are made.
 *
 * @param name of the PodGroup that tells the scheduler
 * @param podCliques whose pods are placed
 * @param minCount how many pods are placed together: all members
 * @param placed whether all of them have had nodes at once; pods that replace them later are placed
 *     one by one
 * @param placedTime when that was recorded
 * @param topologyKey key of the node label of which all the members get the same value; what the
 *     gang asked for when this was written, and only where the scheduler can be told of it
 * @param domain the value of that label on the nodes that they got; pods that come later are kept
 *     to it
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record GangPlacement(
    @JsonInclude(JsonInclude.Include.ALWAYS) String name,
    List<PlacementMembers> podCliques,
    @Default("0") int minCount,
    @Default("false") boolean placed,
    @Nullable @Timestamp Instant placedTime,
    @Nullable String topologyKey,
    @Nullable String domain) {

  /** Turns absent collections, and a name that is absent, into empty ones. */
  public GangPlacement {
    name = Objects.requireNonNullElse(name, "");
    podCliques = Copies.of(podCliques);
  }
}
