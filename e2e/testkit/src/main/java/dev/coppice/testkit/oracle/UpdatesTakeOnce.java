package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who takes an index again has forgotten that it was taken, or made it from the old template. */
final class UpdatesTakeOnce implements Invariant {

  /** What may be taken only once; a PodClique of a group stands for its replica. */
  private record Index(String clique, String pod, String target) {

    static Index of(Departure departure) {
      return departure.isPod()
          ? new Index(
              departure.clique().uid(),
              new RecordedPod(departure.event()).index(),
              Long.toString(departure.since()))
          : new Index(departure.clique().name(), "", Departure.hash(departure.clique()));
    }
  }

  @Override
  public String rule() {
    return "for one template an index of a PodClique, or a replica of a scaling group, goes once";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<Index, RecordedEvent> taken = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    for (Departure departure : Departure.in(recording)) {
      RecordedEvent before = taken.putIfAbsent(Index.of(departure), departure.event());
      if (before != null) {
        violations.add(
            Violation.of(
                this,
                "%s %s had to go as %s before it"
                    .formatted(departure.event().kind(), departure.event().name(), before.name()),
                before,
                departure.event()));
      }
    }
    return violations;
  }
}
