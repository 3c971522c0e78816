package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import io.fabric8.generator.annotation.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pod that failed in an attempt. A restart deletes the pods and their logs: this is what is left
 * to read.
 *
 * @param replicaIndex index of the copy
 * @param attempt the attempt in which it failed
 * @param pod name of the pod
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
public record AttemptFailure(
    int replicaIndex,
    @Default("0") int attempt,
    @JsonInclude(JsonInclude.Include.ALWAYS) String pod,
    @Nullable String node,
    @Nullable String container,
    @Nullable Integer exitCode,
    @Nullable String reason,
    @Timestamp @Nullable Instant finishedAt) {

  /** Turns empty texts into absent ones, as JSON does. */
  public AttemptFailure {
    node = Copies.of(node);
    container = Copies.of(container);
    reason = Copies.of(reason);
  }
}
