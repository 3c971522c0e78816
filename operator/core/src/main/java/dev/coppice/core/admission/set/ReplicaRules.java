package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;

/** How many copies there may be. */
final class ReplicaRules {

  private ReplicaRules() {}

  static void set(PodCliqueSet set, Findings.Collector found) {
    int replicas = set.getSpec().replicas();
    if (replicas < 0) {
      found.invalid(
          FieldPath.of("spec", "replicas"), replicas, "must be greater than or equal to 0");
    }
  }
}
