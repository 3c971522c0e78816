package dev.coppice.app.configuration;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Keys of Grove's own operator that existing files carry and that decide nothing here. */
final class KeysWithoutMeaning {

  private static final String PROFILING = "profile the JVM with Flight Recorder instead";

  private static final Map<String, String> REASONS =
      Map.of(
          "runtimeClientConnection",
          "requests are bounded by number in flight, not by rate",
          "controllers.podGang",
          "PodGangs are kept by the controller of their set",
          "debugging.enableProfiling",
          PROFILING,
          "debugging.pprofBindHost",
          PROFILING,
          "debugging.pprofBindPort",
          PROFILING,
          "authorizer.reconcilerServiceAccountUserName",
          "the operator finds its own service account by itself");

  private KeysWithoutMeaning() {}

  /** Why the key at this path decides nothing; empty for every other key. */
  static Optional<String> reason(String path) {
    return Optional.ofNullable(REASONS.get(path));
  }

  /** Names of the keys without meaning directly below a path that ends in a dot, or is empty. */
  static Stream<String> namesBelow(String prefix) {
    return REASONS.keySet().stream()
        .filter(path -> path.startsWith(prefix))
        .map(path -> path.substring(prefix.length()))
        .map(rest -> rest.split("\\.", 2)[0])
        .distinct();
  }
}
