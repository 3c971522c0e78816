package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Timestamp;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The update of one copy of the workload.
 *
 * @param replicaIndex index of the copy
 * @param updateStartedAt when its update began
 * @param updateEndedAt when nothing outdated was left in it; absent while its update runs
 * @param availableReplicas how many copies were available when its update began, itself included:
 *     while it waits for a place, the update goes on with another copy once as many others are
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReplicaUpdateProgress(
    int replicaIndex,
    @Timestamp @Nullable Instant updateStartedAt,
    @Timestamp @Nullable Instant updateEndedAt,
    @Nullable Integer availableReplicas) {}
