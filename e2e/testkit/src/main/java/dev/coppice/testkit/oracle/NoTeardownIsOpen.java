package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A record that stays open when nobody has anything left to do keeps its replica from coming. */
final class NoTeardownIsOpen implements RestRule {

  @Override
  public String rule() {
    return "at rest every record of a teardown is completed";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Set<String> present =
        recording.atEnd().stream().map(RecordedEvent::uid).collect(Collectors.toSet());
    return recording.atEnd().stream()
        // What a dead set has left is for the garbage collector, and another rule's to judge.
        .filter(event -> event.controllerUid().isEmpty() || present.contains(event.controllerUid()))
        .flatMap(RecordedTeardown::of)
        .filter(RecordedTeardown::isOpen)
        .map(teardown -> Violation.of(this, teardown + " is open", teardown.event()))
        .toList();
  }
}
