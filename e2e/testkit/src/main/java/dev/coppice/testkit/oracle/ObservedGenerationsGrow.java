package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A status that goes back to an older generation was computed from an older view than the one
 * before it; one that is ahead of its object was made up.
 */
final class ObservedGenerationsGrow implements RunningRule {

  private static final String FIELD = "observedGeneration";

  private record Report(String uid, String field) {}

  @Override
  public String rule() {
    return "observedGeneration never goes back and never runs ahead, also in conditions";
  }

  @Override
  public Judge judge(Recording gaps) {
    Map<Report, RecordedEvent> highest = new HashMap<>();
    return event -> OurKinds.has(event) ? take(event, highest) : Stream.empty();
  }

  private Stream<Violation> take(RecordedEvent event, Map<Report, RecordedEvent> highest) {
    List<Violation> violations = new ArrayList<>();
    Long own = event.typed().getMetadata().getGeneration();
    long generation = own == null ? 0 : own;
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
    return violations.stream();
  }

  private static Map<String, Long> observed(RecordedEvent event) {
    Map<String, Long> all = new LinkedHashMap<>();
    switch (event.typed()) {
      case PodCliqueSet set ->
          add(all, set.statusOrEmpty().observedGeneration(), set.statusOrEmpty().conditions());
      case PodCliqueScalingGroup group ->
          add(all, group.statusOrEmpty().observedGeneration(), group.statusOrEmpty().conditions());
      case PodClique clique ->
          add(
              all,
              clique.statusOrEmpty().observedGeneration(),
              clique.statusOrEmpty().conditions());
      case PodGang gang -> add(all, null, gang.statusOrEmpty().conditions());
      default -> {}
    }
    return all;
  }

  private static void add(
      Map<String, Long> all, @Nullable Long observed, List<Condition> conditions) {
    if (observed != null) {
      all.put("status." + FIELD, observed);
    }
    for (Condition condition : conditions) {
      if (condition.getObservedGeneration() != null) {
        all.put(
            "%s of condition %s".formatted(FIELD, condition.getType()),
            condition.getObservedGeneration());
      }
    }
  }
}
