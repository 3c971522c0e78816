package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A status that goes back to an older generation was computed from an older view than the one
 * before it; one that is ahead of its object was made up.
 */
final class ObservedGenerationsGrow implements Invariant {

  private static final String FIELD = "observedGeneration";

  private record Report(String uid, String field) {}

  @Override
  public String rule() {
    return "observedGeneration never goes back and never runs ahead, also in conditions";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<Report, RecordedEvent> highest = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    for (RecordedEvent event : recording.events()) {
      if (!OurKinds.has(event)) {
        continue;
      }
      long generation = event.metadata().path("generation").asLong();
      observed(event)
          .forEach((field, value) -> {
            Report report = new Report(event.uid(), field);
            RecordedEvent before = highest.get(report);
            long reached = before == null ? 0 : observed(before).getOrDefault(field, 0L);
            if (value > generation) {
              violations.add(
                  Violation.of(
                      this,
                      "%s %s: %s is %d, the object's generation %d"
                          .formatted(event.kind(), event.name(), field, value, generation),
                      event));
            }
            if (before != null && value < reached) {
              violations.add(
                  Violation.of(
                      this,
                      "%s %s: %s went from %d back to %d"
                          .formatted(event.kind(), event.name(), field, reached, value),
                      before,
                      event));
            } else {
              highest.put(report, event);
            }
          });
    }
    return violations;
  }

  private static Map<String, Long> observed(RecordedEvent event) {
    Map<String, Long> all = new LinkedHashMap<>();
    JsonNode status = event.status();
    if (status.has(FIELD)) {
      all.put("status." + FIELD, status.path(FIELD).asLong());
    }
    for (JsonNode condition : status.path("conditions")) {
      if (condition.has(FIELD)) {
        all.put(
            "%s of condition %s".formatted(FIELD, condition.path("type").asText()),
            condition.path(FIELD).asLong());
      }
    }
    return all;
  }
}
