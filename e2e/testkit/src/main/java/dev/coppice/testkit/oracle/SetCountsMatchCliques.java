package dev.coppice.testkit.oracle;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts again how many replicas of every PodCliqueSet are available. */
final class SetCountsMatchCliques extends CountRule<PodCliqueSet> {

  SetCountsMatchCliques() {
    super(PodCliqueSet.class);
  }

  @Override
  public String rule() {
    return "at rest availableReplicas of a PodCliqueSet counts the replicas whose parts all have"
        + " their minimum";
  }

  @Override
  Stream<Field> fields(PodCliqueSet set, Moment moment) {
    PodCliqueSetStatus status = set.statusOrEmpty();
    int replicas = set.getSpec().replicas();
    int available =
        (int)
            IntStream.range(0, replicas)
                .filter(replica -> moment.isAvailable(set, replica))
                .count();
    return Stream.of(
        new Field("replicas", status.replicas(), replicas),
        new Field("availableReplicas", status.availableReplicas(), available));
  }
}
