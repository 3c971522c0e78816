package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonProperty;

/** For whom a shared ResourceClaim is made. */
public enum ResourceSharingScope {

  /** One claim for all replicas. */
  @JsonProperty("AllReplicas")
  ALL_REPLICAS,

  /** One claim for each replica. */
  @JsonProperty("PerReplica")
  PER_REPLICA
}
