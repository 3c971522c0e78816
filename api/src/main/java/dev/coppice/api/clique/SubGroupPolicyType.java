package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether the leader of a group of pods is in one of its subgroups (seed 002). */
public enum SubGroupPolicyType {

  /** The leader is in the first subgroup. */
  @JsonProperty("LeaderWorker")
  LEADER_WORKER,

  /** The leader is in none. */
  @JsonProperty("LeaderExcluded")
  LEADER_EXCLUDED
}
