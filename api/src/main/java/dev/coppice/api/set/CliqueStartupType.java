package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonProperty;

/** In which order the containers of the cliques start. */
public enum CliqueStartupType {

  /** All at once. */
  @JsonProperty("CliqueStartupTypeAnyOrder")
  ANY_ORDER,

  /** Each clique after the one before it in the list. */
  @JsonProperty("CliqueStartupTypeInOrder")
  IN_ORDER,

  /** Each clique after those that its startsAfter names. */
  @JsonProperty("CliqueStartupTypeExplicit")
  EXPLICIT
}
