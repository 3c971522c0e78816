package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.Recording;
import java.util.List;

/** A record that stays open when nobody has anything left to do keeps its replica from coming. */
final class NoTeardownIsOpen implements RestRule {

  @Override
  public String rule() {
    return "at rest every record of a teardown is completed";
  }

  @Override
  public List<Violation> check(Recording recording) {
    return recording.atEnd().stream()
        .flatMap(RecordedTeardown::of)
        .filter(RecordedTeardown::isOpen)
        .map(teardown -> Violation.of(this, teardown + " is open", teardown.event()))
        .toList();
  }
}
