package dev.coppice.core.scheduler.kai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What KAI is told of a topology.
 *
 * @param levels from the broadest to the narrowest
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record KaiTopologySpec(List<Level> levels) {

  /** Reads what is absent as empty. */
  public KaiTopologySpec(@Nullable List<Level> levels) {
    this.levels = levels == null ? List.of() : List.copyOf(levels);
  }

  /**
   * One level.
   *
   * @param nodeLabel key of the node label whose value tells the domain of a node
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Level(String nodeLabel) {}
}
