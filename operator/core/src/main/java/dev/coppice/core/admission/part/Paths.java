package dev.coppice.core.admission.part;

import dev.coppice.core.admission.field.FieldPath;

/** Where the parts of a set stand. */
public final class Paths {

  public static final FieldPath METADATA = FieldPath.of("metadata");
  public static final FieldPath SET_NAME = METADATA.child("name");
  public static final FieldPath REPLICAS = FieldPath.of("spec", "replicas");
  public static final FieldPath WORKLOAD_TYPE = FieldPath.of("spec", "workloadType");
  public static final FieldPath TRAINING = FieldPath.of("spec", "trainingSpec");
  public static final FieldPath TEMPLATE = FieldPath.of("spec", "template");
  public static final FieldPath CLIQUES = TEMPLATE.child("cliques");
  public static final FieldPath GROUPS = TEMPLATE.child("podCliqueScalingGroups");

  private Paths() {}

  /** Of the pods of the clique that stands at a path. */
  public static FieldPath podSpec(FieldPath clique) {
    return clique.child("spec").child("podSpec");
  }
}
