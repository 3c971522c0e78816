package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pod index whose pods ended although they should run. The first replacement comes at once, later
 * ones wait 10 seconds, doubling up to 5 minutes. The entry goes when the index has been Ready for
 * 10 minutes, when the template of the PodClique changes, and when the index is scaled away.
 *
 * @param index the pod index
 * @param count how many pods ended at this index since it was last well
 * @param lastFailureTime when the operator saw the last of them ended
 * @param podUid the last of them, so that no pod is counted twice
 * @param nextTry when the index is filled again; absent when that was to be at once
 * @param reason why the last of them ended, in one word: of the pod, such as Evicted, or else of
 *     the container, such as OOMKilled
 * @param container the regular container that failed first, or another one if none did; absent when
 *     the pod failed as a whole
 * @param exitCode what that container ended with
 * @param podName the last of them; kept for the 20 newest failures only
 * @param message what was said beside the reason, 256 characters at most; kept for the 20 newest
 *     failures only
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodFailure(
    int index,
    int count,
    @Timestamp Instant lastFailureTime,
    @JsonInclude(JsonInclude.Include.ALWAYS) String podUid,
    @Timestamp @Nullable Instant nextTry,
    @Nullable String reason,
    @Nullable String container,
    @Nullable Integer exitCode,
    @Nullable String podName,
    @Nullable String message) {

  /** Turns empty texts into absent ones, as JSON does. */
  public PodFailure {
    reason = Copies.of(reason);
    container = Copies.of(container);
    podName = Copies.of(podName);
    message = Copies.of(message);
  }

  /** A failure of which nothing more is known. */
  public PodFailure(int index, int count, Instant lastFailureTime, String podUid) {
    this(index, count, lastFailureTime, podUid, null, null, null, null, null, null);
  }
}
