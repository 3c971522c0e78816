package dev.coppice.testkit.plane;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a scheduler reads once, when it starts.
 *
 * @param configuration its {@code KubeSchedulerConfiguration}
 * @param authority that of whom it asks before it evicts; there only if it asks somebody
 */
record SchedulerFiles(Path configuration, Path authority) {

  private static final String AUTHORITY = "scheduler-extender.pem";

  SchedulerFiles(Path configuration) {
    this(configuration, configuration.resolveSibling(AUTHORITY));
  }

  /**
   * The configuration of a scheduler that tries again soon.
   *
   * @param own the file whose content it has otherwise
   * @param extender whom it asks before it evicts; empty for nobody
   */
  String quick(Path own, Optional<Extender> extender) {
    Map<String, Object> quick = new LinkedHashMap<>();
    Map<?, ?> content = Serialization.unmarshal(read(own), Map.class);
    content.forEach((key, value) -> quick.put(String.valueOf(key), value));
    quick.put("podInitialBackoffSeconds", 1);
    quick.put("podMaxBackoffSeconds", 1);
    extender.ifPresent(asked -> quick.put("extenders", List.of(asked.configuration(authority))));
    return Serialization.asYaml(quick);
  }

  /** Whether they say this already. */
  boolean say(String content, Extender extender) {
    return Files.exists(authority)
        && read(authority).equals(extender.authority())
        && read(configuration).equals(content);
  }

  void write(String content, Optional<Extender> extender) {
    extender.ifPresent(asked -> PlaneDirectory.write(authority, asked.authority()));
    PlaneDirectory.write(configuration, content);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
