package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.json.Copies;
import dev.coppice.api.topology.TopologyConstraint;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One role of a workload, from which a PodClique is made for each copy.
 *
 * @param name name of the clique, unique in the set; it cannot be changed
 * @param labels labels that the PodClique and its pods get
 * @param annotations annotations that the PodClique and its pods get
 * @param topologyConstraint where the pods of one PodClique may be placed
 * @param resourceSharing ResourceClaims that the pods of one PodClique share
 * @param spec what the clique consists of
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueTemplate(
    String name,
    Map<String, String> labels,
    Map<String, String> annotations,
    @Nullable TopologyConstraint topologyConstraint,
    List<ResourceSharing> resourceSharing,
    PodCliqueSpec spec) {

  /** Turns absent collections into empty ones. */
  public PodCliqueTemplate {
    labels = Copies.of(labels);
    annotations = Copies.of(annotations);
    resourceSharing = Copies.of(resourceSharing);
  }
}
