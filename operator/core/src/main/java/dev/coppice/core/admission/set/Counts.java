package dev.coppice.core.admission.set;

import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;

/** What numbers of replicas must be. */
final class Counts {

  private Counts() {}

  static void positive(FieldPath path, int count, Findings.Collector found) {
    if (count <= 0) {
      found.invalid(path, count, "must be greater than 0");
    }
  }

  static void minimum(FieldPath path, int minimum, int replicas, Findings.Collector found) {
    positive(path, minimum, found);
    if (minimum > replicas) {
      found.invalid(path, minimum, "must not be greater than replicas (%d)".formatted(replicas));
    }
  }
}
