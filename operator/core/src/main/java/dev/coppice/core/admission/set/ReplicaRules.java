package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;

/** How many copies of the workload there may be; none is possible. */
final class ReplicaRules {

  private ReplicaRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    int replicas = set.getSpec().replicas();
    if (replicas < 0) {
      found.invalid(Paths.REPLICAS, replicas, "must be greater than or equal to 0");
    }
  }
}
