package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Paths;

/** How many copies of the workload there may be; none is possible. */
public final class ReplicaRules {

  private ReplicaRules() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    int replicas = set.getSpec().replicas();
    if (replicas < 0) {
      found.invalid(Paths.REPLICAS, replicas, "must be greater than or equal to 0");
    }
  }
}
