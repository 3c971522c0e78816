package dev.coppice.core.admission.scale;

/** The kinds that have a {@code /scale} subresource. */
public enum ScalableKind {
  /** PodCliqueSet. */
  POD_CLIQUE_SET,
  /** PodCliqueScalingGroup. */
  POD_CLIQUE_SCALING_GROUP,
  /** PodClique. */
  POD_CLIQUE
}
