package dev.coppice.app.startup;

import java.util.List;

/** What a look at the cluster found. */
public sealed interface ClusterState {

  /** Everything that controllers need is there. */
  record Ready() implements ClusterState {}

  /** No answer. */
  record Unreachable(String reason) implements ClusterState {}

  /** An answer, but a refusal. */
  record Refused(String reason) implements ClusterState {}

  /** Kinds that the API server does not serve, by the name of their CRD. */
  record MissingDefinitions(List<String> names) implements ClusterState {
    public MissingDefinitions {
      names = List.copyOf(names);
    }
  }
}
