package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells of violations so that a person sees what came before and after each of them. */
public final class ViolationReport {

  private static final int EVENTS_BEFORE = 12;
  private static final int EVENTS_AFTER = 4;
  private static final int VIOLATIONS_TOLD = 10;

  private ViolationReport() {}

  /** The violations, each with the events around it of the objects concerned. */
  public static String of(List<Violation> violations, Recording recording) {
    String told =
        violations.stream()
            .limit(VIOLATIONS_TOLD)
            .map(violation -> section(violation, recording))
            .collect(Collectors.joining("\n"));
    int rest = violations.size() - VIOLATIONS_TOLD;
    return rest > 0 ? told + "\nand " + rest + " more" : told;
  }

  private static String section(Violation violation, Recording recording) {
    String lines =
        around(violation, recording)
            .map(event ->
                (violation.evidence().contains(event) ? "> " : "  ") + Transcript.line(event))
            .collect(Collectors.joining("\n"));
    return "broken: %s\n  %s\n%s%s"
        .formatted(violation.rule(), violation.finding(), lines, gaps(recording));
  }

  private static String gaps(Recording recording) {
    return recording.gaps().stream()
        .map(gap -> "\n  gap: %s from %d to %d".formatted(gap.kind(), gap.after(), gap.until()))
        .collect(Collectors.joining());
  }

  private static Stream<RecordedEvent> around(Violation violation, Recording recording) {
    Set<String> concerned = new HashSet<>();
    for (RecordedEvent event : violation.evidence()) {
      concerned.add(event.uid());
      concerned.add(event.controllerUid());
    }
    concerned.remove("");
    List<RecordedEvent> related =
        recording.events().stream()
            .filter(event ->
                concerned.contains(event.uid()) || concerned.contains(event.controllerUid()))
            .toList();
    Set<RecordedEvent> told = new HashSet<>();
    for (RecordedEvent event : violation.evidence()) {
      int at = related.indexOf(event);
      told.addAll(
          related.subList(
              Math.max(0, at - EVENTS_BEFORE), Math.min(related.size(), at + EVENTS_AFTER + 1)));
    }
    return related.stream().filter(told::contains);
  }
}
