package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What a PodClique has reached is never taken back while it lives. */
final class AvailabilityIsNotForgotten implements RunningRule {

  @Override
  public String rule() {
    return "wasAvailable stays for as long as its PodClique lives";
  }

  @Override
  public Judge judge(Recording gaps) {
    Map<String, RecordedEvent> available = new HashMap<>();
    return event -> {
      if (!event.kind().equals(OurKinds.POD_CLIQUE)) {
        return Stream.empty();
      }
      if (((PodClique) event.typed()).statusOrEmpty().wasAvailable()) {
        available.put(event.uid(), event);
        return Stream.empty();
      }
      RecordedEvent before = available.remove(event.uid());
      return before == null
          ? Stream.empty()
          : Stream.of(
              Violation.of(
                  this, "PodClique %s was available".formatted(event.name()), before, event));
    };
  }
}
