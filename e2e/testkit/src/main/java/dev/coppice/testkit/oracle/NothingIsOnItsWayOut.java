package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;

/** Whatever somebody has asked to go has gone. */
final class NothingIsOnItsWayOut implements RestRule {

  @Override
  public String rule() {
    return "where nothing holds it back, nothing terminates at rest";
  }

  @Override
  public List<Violation> check(Recording recording) {
    return recording.atEnd().stream()
        .filter(RecordedEvent::isTerminating)
        .map(event ->
            Violation.of(this, "%s %s terminates".formatted(event.kind(), event.name()), event))
        .toList();
  }
}
