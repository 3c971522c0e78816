package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The phases that the summary of a gang knows. */
public enum PodGangSummaryPhase {

  /** No pod is bound to a node. */
  @JsonProperty("Pending")
  PENDING,

  /** At least one pod is bound to a node. */
  @JsonProperty("Starting")
  STARTING,

  /** Every group has its minimum of Ready pods. */
  @JsonProperty("Running")
  RUNNING,

  /** The gang ended without success. */
  @JsonProperty("Failed")
  FAILED,

  /** The gang ended with success. */
  @JsonProperty("Succeeded")
  SUCCEEDED
}
