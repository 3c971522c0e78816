package dev.coppice.api.queue;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Timestamp;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that is so or not so. Its fields are KAI's, and not those of other conditions.
 *
 * @param type what the condition is about
 * @param status whether it holds: True, False or Unknown
 * @param lastProbeTime when somebody last looked
 * @param lastTransitionTime when the status last changed
 * @param reason why, as one word for programs
 * @param message why, in words for people
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record QueueCondition(
    String type,
    String status,
    @Timestamp @Nullable Instant lastProbeTime,
    @Timestamp @Nullable Instant lastTransitionTime,
    @Nullable String reason,
    @Nullable String message) {}
