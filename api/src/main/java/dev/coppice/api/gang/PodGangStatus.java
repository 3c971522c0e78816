package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.kubernetes.api.model.Condition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is reported about a gang.
 *
 * @param phase Pending until a pod is bound to a node, then Starting, and Running when every group
 *     has its minimum of Ready pods
 * @param conditions Initialized, Scheduled and Ready, written by the operator; schedulers may add
 *     their own
 * @param placementScore how good the placement is, from 0 to 1; written by the scheduler
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGangStatus(
    String phase, List<Condition> conditions, @Nullable Double placementScore) {

  /** The status of a gang about which nothing has been reported. */
  public static final PodGangStatus EMPTY =
      PodGangStatusBuilder.builder().phase(PodGangPhases.PENDING).build();

  /** Turns absent collections into empty ones. */
  public PodGangStatus {
    conditions = Copies.of(conditions);
  }
}
