package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pods of one PodClique within a gang.
 *
 * @param name name of the PodClique
 * @param podReferences the pods, those included that are still to be created
 * @param minReplicas how many of them must be placed for the gang to run
 * @param topologyConstraint where the pods of this group may be placed
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGroup(
    String name,
    @JsonInclude(JsonInclude.Include.ALWAYS) List<NamespacedName> podReferences,
    int minReplicas,
    @Nullable GangTopologyConstraint topologyConstraint) {

  /** Turns absent collections into empty ones. */
  public PodGroup {
    podReferences = Copies.of(podReferences);
  }
}
