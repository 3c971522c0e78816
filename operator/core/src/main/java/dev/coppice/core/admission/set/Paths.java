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

  static FieldPath clique(int index) {
    return CLIQUES.index(index);
  }

  static FieldPath cliqueSpec(int index) {
    return clique(index).child("spec");
  }

  static FieldPath podSpec(int index) {
    return cliqueSpec(index).child("podSpec");
  }

  static FieldPath group(int index) {
    return GROUPS.index(index);
  }
}
