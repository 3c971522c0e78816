package dev.coppice.testkit;

import dev.coppice.testkit.plane.Installation;
import dev.coppice.testkit.process.FreePorts;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of the operator's configuration file, as a tree that need not be valid: tests also
 * try what the operator refuses.
 */
public final class OperatorConfiguration {

  private static final String LOOPBACK = "127.0.0.1";

  private final Map<String, Object> tree;

  private OperatorConfiguration(Map<String, Object> tree) {
    this.tree = tree;
  }

  /** Free loopback ports for every server, readable logs, and defaults for the rest. */
  public static OperatorConfiguration local() {
    List<Integer> ports = FreePorts.take(3);
    return new OperatorConfiguration(new LinkedHashMap<>())
        .with("apiVersion", "operator.config.grove.io/v1alpha1")
        .with("kind", "OperatorConfiguration")
        .with("logFormat", "text")
        .with("leaderElection.resourceNamespace", Installation.NAMESPACE)
        .with("server.webhooks.bindAddress", LOOPBACK)
        .with("server.webhooks.port", ports.get(0))
        .with("server.webhooks.url", "https://%s:%d".formatted(LOOPBACK, ports.get(0)))
        .with("server.healthProbes.bindAddress", LOOPBACK)
        .with("server.healthProbes.port", ports.get(1))
        .with("server.metrics.bindAddress", LOOPBACK)
        .with("server.metrics.port", ports.get(2));
  }

  /** What a file says. */
  public static OperatorConfiguration read(Path file) {
    try {
      return new OperatorConfiguration(
          copy(Serialization.unmarshal(Files.readString(file), Map.class)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** The same with a value set; {@code path} names the keys from the top, separated by dots. */
  public OperatorConfiguration with(String path, Object value) {
    return new OperatorConfiguration(set(tree, path, value));
  }

  private static Map<String, Object> set(Map<?, ?> tree, String path, Object value) {
    Map<String, Object> copy = copy(tree);
    int dot = path.indexOf('.');
    if (dot < 0) {
      copy.put(path, value);
    } else {
      String key = path.substring(0, dot);
      Map<?, ?> below = copy.get(key) instanceof Map<?, ?> map ? map : Map.of();
      copy.put(key, set(below, path.substring(dot + 1), value));
    }
    return copy;
  }

  private static Map<String, Object> copy(Map<?, ?> tree) {
    Map<String, Object> copy = new LinkedHashMap<>();
    tree.forEach((key, value) -> copy.put(String.valueOf(key), value));
    return copy;
  }

  /** Address of the server that tells readiness and liveness. */
  String health(String path) {
    return url("healthProbes", path);
  }

  /** Address of the server that tells the metrics. */
  String metrics(String path) {
    return url("metrics", path);
  }

  private String url(String server, String path) {
    return "http://%s:%s%s".formatted(LOOPBACK, value("server", server, "port"), path);
  }

  private Object value(String... keys) {
    @Nullable Object at = tree;
    for (String key : keys) {
      at = at instanceof Map<?, ?> map ? map.get(key) : null;
    }
    if (at == null) {
      throw new IllegalStateException("not in the configuration: " + String.join(".", keys));
    }
    return at;
  }

  void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, Serialization.asYaml(tree));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
