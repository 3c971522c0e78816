package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A placement constraint that several groups of a gang share.
 *
 * @param name name of the constraint, unique in the gang
 * @param podGroupNames names of the groups that are placed together
 * @param topologyConstraint where they may be placed
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TopologyConstraintGroupConfig(
    String name,
    @JsonInclude(JsonInclude.Include.ALWAYS) List<String> podGroupNames,
    @Nullable GangTopologyConstraint topologyConstraint) {

  /** Turns absent collections into empty ones. */
  public TopologyConstraintGroupConfig {
    podGroupNames = Copies.of(podGroupNames);
  }
}
