package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One epoch of a replica of a set.
 *
 * @param epoch when it began, in nanoseconds since 1970
 * @param podCliqueSetGenerationHash hash of the templates that its pods are made from
 * @param role Anchor, Tail or ScaleOut
 * @param anchorIndex number of the anchor; only of role Anchor, and not from every version
 * @param podCliques how many pods of each standalone clique belong to it
 * @param pcsgReplicaIndices which replicas of each scaling group belong to it
 * @param dependsOn the epochs whose PodGangs are placed first
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGangMapEntry(
    String epoch,
    String podCliqueSetGenerationHash,
    String role,
    @Nullable Integer anchorIndex,
    Map<String, Integer> podCliques,
    Map<String, List<Integer>> pcsgReplicaIndices,
    List<String> dependsOn) {

  /** Turns absent collections into empty ones. */
  public PodGangMapEntry {
    podCliques = Copies.of(podCliques);
    pcsgReplicaIndices = Copies.of(pcsgReplicaIndices);
    dependsOn = Copies.of(dependsOn);
  }
}
