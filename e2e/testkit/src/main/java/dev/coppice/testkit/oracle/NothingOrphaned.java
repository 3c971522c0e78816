package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the operator made has an owner, and has gone when the owner has. */
final class NothingOrphaned implements RestRule {

  @Override
  public String rule() {
    return "at rest everything that the operator made has an owner that exists";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Set<String> present =
        recording.atEnd().stream().map(RecordedEvent::uid).collect(Collectors.toSet());
    return recording.atEnd().stream()
        .filter(event -> event.label(Labels.MANAGED_BY).equals(Labels.MANAGER))
        .filter(event -> !event.kind().equals(OurKinds.POD_CLIQUE_SET))
        .filter(event -> !present.contains(event.controllerUid()))
        .map(event -> Violation.of(this, finding(event), event))
        .toList();
  }

  private static String finding(RecordedEvent event) {
    return event.controllerUid().isEmpty()
        ? "%s %s has no controlling owner".formatted(event.kind(), event.name())
        : "%s %s outlived %s %s with UID %s"
            .formatted(
                event.kind(),
                event.name(),
                event.controller().kind(),
                event.controller().name(),
                event.controllerUid());
  }
}
