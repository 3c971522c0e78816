package dev.coppice.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The CustomResourceDefinitions of our kinds, as they lie on the class path. */
public final class Crds {

  /** Names of the definitions, in the order in which they are installed. */
  public static final List<String> NAMES =
      List.of(
          "clustertopologybindings.grove.io",
          "podcliquesets.grove.io",
          "podcliquescalinggroups.grove.io",
          "podcliques.grove.io",
          "podgangs.scheduler.grove.io",
          "podgangmaps.grove.io");

  /**
   * Names of the definitions that belong to others on some clusters. They are installed only where
   * nobody has done so, and nothing waits for them.
   */
  public static final List<String> OPTIONAL = List.of("queues.scheduling.run.ai");

  private Crds() {}

  /**
   * Returns a definition as YAML.
   *
   * @param name one of {@link #NAMES} or {@link #OPTIONAL}
   */
  public static String yaml(String name) {
    String folder = OPTIONAL.contains(name) ? "/optional-crds/" : "/crds/";
    try (InputStream in = Crds.class.getResourceAsStream(folder + name + ".yaml")) {
      if (in == null) {
        throw new IllegalArgumentException("no such definition: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
