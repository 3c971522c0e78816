package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Timestamp;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * For how long somebody may not evict a gang.
 *
 * @param preemptorOutside against pods of queues that are not below this one; absent where it does
 *     not matter
 * @param minRuntime for how long the gang runs before, such as 10m0s; 0s when it may be evicted at
 *     any time, -1 when never
 * @param from where that stands: Queue, its name and the field, or NodePool and its name
 * @param protectedUntil the last second in which it is protected; absent when it does not run, or
 *     time does not end it
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record GuaranteedRuntime(
    @Nullable String preemptorOutside,
    String minRuntime,
    String from,
    @Timestamp @Nullable Instant protectedUntil) {}
