package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import io.fabric8.generator.annotation.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pod index of a training job that failed in the attempt that the status speaks of. The first
 * replacement comes at once, later ones wait 10 seconds, doubling up to 6 minutes.
 *
 * @param index the pod index
 * @param failures how many pods failed at this index in the attempt
 * @param healed whether the replacement is Ready: then the index counts as failed no more
 * @param podUID the last of them, so that no pod is counted twice
 * @param pod name of the last of them
 * @param node the node it ran on; absent when it never had one
 * @param container the regular container that failed first, or another one if none did; absent when
 *     the pod failed as a whole
 * @param exitCode what that container ended with
 * @param reason why it ended, in one word, such as OOMKilled or Evicted
 * @param finishedAt when it ended, or was seen to have
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record FailedIndex(
    int index,
    int failures,
    @Default("false") boolean healed,
    @JsonInclude(JsonInclude.Include.ALWAYS) String podUID,
    @JsonInclude(JsonInclude.Include.ALWAYS) String pod,
    @Nullable String node,
    @Nullable String container,
    @Nullable Integer exitCode,
    @Nullable String reason,
    @Timestamp Instant finishedAt) {

  /** Turns empty texts into absent ones, as JSON does. */
  public FailedIndex {
    node = Copies.of(node);
    container = Copies.of(container);
    reason = Copies.of(reason);
  }
}
