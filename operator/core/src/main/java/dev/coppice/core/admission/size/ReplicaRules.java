package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.status.Words;

/** How many copies of the workload there may be; none is possible, except of a training job. */
public final class ReplicaRules {

  private ReplicaRules() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    int replicas = set.getSpec().replicas();
    int fewest = set.getSpec().trains() ? 1 : 0;
    if (replicas < fewest) {
      found.invalid(
          Paths.REPLICAS, replicas, Words.sentence("must be greater than or equal to %d", fewest));
    }
  }
}
