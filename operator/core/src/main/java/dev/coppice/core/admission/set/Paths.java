package dev.coppice.core.admission.set;

import dev.coppice.core.admission.field.FieldPath;

/** Where the parts of a set stand. */
final class Paths {

  static final FieldPath METADATA = FieldPath.of("metadata");
  static final FieldPath SET_NAME = METADATA.child("name");
  static final FieldPath REPLICAS = FieldPath.of("spec", "replicas");
  static final FieldPath TEMPLATE = FieldPath.of("spec", "template");
  static final FieldPath CLIQUES = TEMPLATE.child("cliques");
  static final FieldPath GROUPS = TEMPLATE.child("podCliqueScalingGroups");

  private Paths() {}

  /** Of the pods of the clique that stands at a path. */
  static FieldPath podSpec(FieldPath clique) {
    return clique.child("spec").child("podSpec");
  }
}
