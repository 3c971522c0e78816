package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What is made too early stands beside what is still to go, and may go with it. */
final class NothingMadeDuringTeardowns implements Invariant {

  @Override
  public String rule() {
    return "no PodClique of a replica is made from the record of its teardown until the record says"
        + " that all are gone";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<RecordedTeardown.Key, RecordedTeardown> opened = new HashMap<>();
    Map<RecordedTeardown.Key, Long> gone = new HashMap<>();
    RecordedTeardown.in(recording)
        .forEach(teardown -> {
          opened.putIfAbsent(teardown.key(), teardown);
          if (teardown.saysGone()) {
            gone.putIfAbsent(teardown.key(), teardown.event().resourceVersion());
          }
        });
    return opened.entrySet().stream()
        .flatMap(entry ->
            tooEarly(
                recording, entry.getValue(), gone.getOrDefault(entry.getKey(), Long.MAX_VALUE)))
        .toList();
  }

  private Stream<Violation> tooEarly(Recording recording, RecordedTeardown teardown, long gone) {
    Set<String> names = new HashSet<>(teardown.podCliques().values());
    return recording
        .ofKind(OurKinds.POD_CLIQUE)
        .filter(event -> event.type() == ChangeType.ADDED && names.contains(event.name()))
        .filter(event -> isBetween(event, teardown.event().resourceVersion(), gone))
        .map(event ->
            Violation.of(
                this,
                "%s is made while %s is not done".formatted(event.name(), teardown),
                teardown.event(),
                event));
  }

  private static boolean isBetween(RecordedEvent event, long from, long to) {
    return from < event.resourceVersion() && event.resourceVersion() < to;
  }
}
