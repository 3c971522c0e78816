package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Between which bounds, and by which metrics, a HorizontalPodAutoscaler scales.
 *
 * @param minReplicas the lowest number of replicas; when absent, what replicas of the template is
 *     when this is added
 * @param maxReplicas the highest number of replicas
 * @param metrics the metrics that decide, as in a HorizontalPodAutoscaler; none means a CPU
 *     utilization of 80 percent
 * @param measuredClique of a scaling group: the clique of whose pods the first one of each replica
 *     is measured; when absent, the first of cliqueNames
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record AutoScalingConfig(
    @Nullable Integer minReplicas,
    int maxReplicas,
    List<MetricSpec> metrics,
    @Nullable String measuredClique) {

  /** Turns absent collections into empty ones. */
  public AutoScalingConfig {
    metrics = Copies.of(metrics);
  }
}
