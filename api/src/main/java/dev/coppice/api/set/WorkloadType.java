package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether the work of a set has an end (seed 004, WorkloadType Field). */
public enum WorkloadType {

  /** Pods run until somebody stops them; one that ends is replaced. */
  @JsonProperty("Inference")
  INFERENCE,

  /** Pods run until they exit with 0; what fails is restarted a number of times. */
  @JsonProperty("Training")
  TRAINING
}
