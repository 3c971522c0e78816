package dev.coppice.core.admission.part;

import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Words;

/** What numbers of replicas must be. */
public final class Counts {

  private Counts() {}

  public static void positive(FieldPath path, int count, Findings.Collector found) {
    if (count <= 0) {
      found.invalid(path, count, "must be greater than 0");
    }
  }

  public static void minimum(FieldPath path, int minimum, int replicas, Findings.Collector found) {
    positive(path, minimum, found);
    if (minimum > replicas) {
      found.invalid(
          path, minimum, Words.sentence("must not be greater than replicas (%d)", replicas));
    }
  }
}
