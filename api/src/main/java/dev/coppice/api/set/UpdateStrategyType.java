package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How running pods come to a changed template. */
public enum UpdateStrategyType {

  /** One copy of the workload after the other is replaced. */
  @JsonProperty("RollingRecreate")
  ROLLING_RECREATE,

  /** A pod is replaced when someone deletes it. */
  @JsonProperty("OnDelete")
  ON_DELETE
}
