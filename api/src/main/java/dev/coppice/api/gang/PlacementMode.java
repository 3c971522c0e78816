package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How groups of pods come into domains of nodes of their own (seed 002). */
public enum PlacementMode {

  /** The leader of a group is placed first, and the others follow it. */
  @JsonProperty("LeaderFirst")
  LEADER_FIRST,

  /** A scheduler places the gang as a whole, and is told of the domain by a constraint of it. */
  @JsonProperty("Gang")
  GANG
}
