package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.Recording;
import java.util.List;

/** Where it is the user who deletes, or nobody has a reason to. */
final class NothingGoes implements Invariant {

  @Override
  public String rule() {
    return "no pod and no PodClique has to go";
  }

  @Override
  public List<Violation> check(Recording recording) {
    return Departure.in(recording).stream()
        .map(Departure::event)
        .map(event ->
            Violation.of(this, "%s %s had to go".formatted(event.kind(), event.name()), event))
        .toList();
  }
}
