package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pods of one PodClique that are placed together with those of others.
 *
 * @param name of the PodClique
 * @param uid of the PodClique: one that is made anew under its name has no part in the placement
 * @param attempt of a training job; absent for others
 * @param members how many pods, those with the lowest indices
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PlacementMembers(
    @JsonInclude(JsonInclude.Include.ALWAYS) String name,
    @JsonInclude(JsonInclude.Include.ALWAYS) String uid,
    @Nullable Integer attempt,
    @Default("0") int members) {

  /** Turns absent texts into empty ones: both are required. */
  public PlacementMembers {
    name = Objects.requireNonNullElse(name, "");
    uid = Objects.requireNonNullElse(uid, "");
  }
}
