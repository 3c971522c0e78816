package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pods of cliques outside of groups go one by one, those of groups with their PodClique. Whether a
 * PodClique was outdated shows by the next one of its name.
 */
final class UpdatesTakeWhatIsOutdated implements Invariant {

  @Override
  public String rule() {
    return "an update takes pods of cliques of their own and PodCliques of scaling groups, and only"
        + " what is made from another template";
  }

  @Override
  public List<Violation> check(Recording recording) {
    return Departure.in(recording).stream()
        .flatMap(departure ->
            objection(recording, departure).stream()
                .map(why ->
                    Violation.of(
                        this,
                        "%s %s had to go, %s"
                            .formatted(departure.event().kind(), departure.event().name(), why),
                        departure.clique(),
                        departure.event())))
        .toList();
  }

  private static Optional<String> objection(Recording recording, Departure departure) {
    if (departure.isPod() == departure.isMember()) {
      return Optional.of(
          departure.isMember() ? "without its replica of the group" : "outside of a group");
    }
    Stream<RecordedEvent> current =
        departure.isPod() ? Stream.of(departure.clique()) : next(recording, departure).stream();
    return current
        .map(Departure::hash)
        .filter(Departure.hash(departure.event())::equals)
        .findFirst()
        .map("made from the current template %s"::formatted);
  }

  private static Optional<RecordedEvent> next(Recording recording, Departure departure) {
    RecordedEvent gone = departure.event();
    return recording
        .ofKind(OurKinds.POD_CLIQUE)
        .filter(event -> event.type() == ChangeType.ADDED)
        .filter(event -> event.resourceVersion() > gone.resourceVersion())
        .filter(
            event -> event.name().equals(gone.name()) && event.namespace().equals(gone.namespace()))
        .findFirst();
  }
}
