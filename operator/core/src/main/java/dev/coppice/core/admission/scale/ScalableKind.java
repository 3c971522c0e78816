package dev.coppice.core.admission.scale;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.Optional;

/** The kinds that have a {@code /scale} subresource. */
public enum ScalableKind {
  /** PodCliqueSet. */
  POD_CLIQUE_SET(PodCliqueSet.class),
  /** PodCliqueScalingGroup. */
  POD_CLIQUE_SCALING_GROUP(PodCliqueScalingGroup.class),
  /** PodClique. */
  POD_CLIQUE(PodClique.class);

  private final Class<? extends HasMetadata> type;

  ScalableKind(Class<? extends HasMetadata> type) {
    this.type = type;
  }

  /** The kind that the API serves under this name; empty if it is none of ours. */
  public static Optional<ScalableKind> ofResource(String plural) {
    return Arrays.stream(values())
        .filter(kind -> HasMetadata.getPlural(kind.type).equals(plural))
        .findFirst();
  }

  /** The objects of the kind. */
  public Class<? extends HasMetadata> type() {
    return type;
  }
}
