package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a set is in its life (seed 004, Phase). */
public enum PodCliqueSetPhase {

  /** No pod runs, and none has done its work yet. */
  @JsonProperty("Pending")
  PENDING,

  /** At least one pod runs, or has done its work while others have not. */
  @JsonProperty("Running")
  RUNNING,

  /** Training: every pod has exited with 0. It never changes again. */
  @JsonProperty("Succeeded")
  SUCCEEDED,

  /** Training: it has failed too often or run too long, and no pod is left. Never changes again. */
  @JsonProperty("Failed")
  FAILED;

  /** Whether it never changes again. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED;
  }
}
