package dev.coppice.controllers;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The CRDs that a mock server must know before it stores objects of our kinds. */
final class Definitions {

  private static final List<String> NAMES =
      List.of(
          "podcliquesets.grove.io",
          "podcliques.grove.io",
          "podcliquescalinggroups.grove.io",
          "podgangs.scheduler.grove.io",
          "clustertopologybindings.grove.io");

  private Definitions() {}

  static void install(KubernetesClient client) {
    for (String name : NAMES) {
      try (InputStream file =
          Objects.requireNonNull(
              Definitions.class.getResourceAsStream("/crds/" + name + ".yaml"))) {
        client.load(file).create();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
