package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.generator.annotation.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * How often a copy of a training job has begun, and who takes part this time. It is written before
 * anything is deleted or made for it, so that no restart is counted twice and none is forgotten.
 *
 * @param replicaIndex index of the copy
 * @param attempt how often it was restarted
 * @param podCliques the PodCliques whose pods may run in this attempt; empty until no pod of an
 *     earlier one is left
 * @param succeeded whether every pod of it has exited with 0: it never runs again
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReplicaAttempt(
    int replicaIndex,
    @Default("0") int attempt,
    List<ReleasedPodClique> podCliques,
    @Default("false") boolean succeeded) {

  /** Turns absent collections into empty ones. */
  public ReplicaAttempt {
    podCliques = Copies.of(podCliques);
  }

  /** The first attempt of a copy, before anything of it may run. */
  public static ReplicaAttempt first(int replicaIndex) {
    return new ReplicaAttempt(replicaIndex, 0, List.of(), false);
  }
}
