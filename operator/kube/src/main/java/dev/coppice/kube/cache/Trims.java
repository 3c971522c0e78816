package dev.coppice.kube.cache;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Takes from an object that has just arrived what no decision reads. It changes the object itself,
 * so it may run only before anything else holds it.
 */
public final class Trims {

  private static final PodSpec NO_POD_SPEC = new PodSpec();

  private Trims() {}

  /** Trims an object of which another level's own controller holds the whole. */
  public static void secondary(HasMetadata object) {
    switch (object) {
      case Pod pod -> PodTrim.trim(pod);
      case PodClique clique -> podClique(clique);
      default -> metadata(object);
    }
  }

  /**
   * What caches may hold, and trim, of an answer. The pass that has read a PodClique still compares
   * its podSpec.
   */
  static HasMetadata ownCopy(HasMetadata answer) {
    if (!(answer instanceof PodClique clique)) {
      return answer;
    }
    return clique.withSpec(clique.getSpec());
  }

  /** Trims the object that a controller is about: all of it counts but the record of ownership. */
  public static void metadata(HasMetadata object) {
    ObjectMeta metadata = object.getMetadata();
    metadata.setManagedFields(List.of());
    // The framework looks into the annotations of everything that it hears of.
    metadata.setAnnotations(Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()));
    metadata.setLabels(Objects.requireNonNullElse(metadata.getLabels(), Map.of()));
    metadata.setOwnerReferences(
        Objects.requireNonNullElse(metadata.getOwnerReferences(), List.of()));
    metadata.setFinalizers(Objects.requireNonNullElse(metadata.getFinalizers(), List.of()));
  }

  // Other levels compare pod specifications by their hash, which is a label.
  private static void podClique(PodClique clique) {
    metadata(clique);
    clique.setSpec(PodCliqueSpecBuilder.builder(clique.getSpec()).podSpec(NO_POD_SPEC).build());
  }
}
