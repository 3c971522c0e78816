package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How a clique in no scaling group, or a scaling group, comes to a changed template under
 * RollingRecreate. It may change at any time, and replaces no pod by itself.
 *
 * @param maxUnavailable how many Ready pods of the clique, or available copies of the group, may be
 *     down for the update at once, at least 1; 1 if it is left out. An update keeps minAvailable of
 *     them, or replicas less maxUnavailable if that is fewer
 * @param progressDeadline how long the update may go without another Ready pod, or available copy,
 *     of the changed template, such as 10m, until the condition UpdateInProgress says so; it is
 *     told and nothing else. Left out, it never is
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RollingUpdate(
    @Min(1) @Nullable Integer maxUnavailable,
    @Size(max = Limits.DURATION) @Nullable String progressDeadline) {}
