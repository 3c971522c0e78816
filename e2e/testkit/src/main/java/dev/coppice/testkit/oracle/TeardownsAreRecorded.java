package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A PodClique that goes without having been listed before was deleted by selector, by a second
 * teardown, or together with the wrong replica.
 */
final class TeardownsAreRecorded implements Invariant {

  private final Set<String> kinds;

  /** The rule about objects of some kinds: pods may have other reasons to go. */
  TeardownsAreRecorded(Set<String> kinds) {
    this.kinds = Set.copyOf(kinds);
  }

  @Override
  public String rule() {
    return "PodCliques, and pods of theirs, go only after the record of a teardown lists them";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<String, Long> listedAt = new HashMap<>();
    RecordedTeardown.in(recording)
        .forEach(teardown ->
            teardown
                .uids()
                .forEach(uid -> listedAt.putIfAbsent(uid, teardown.event().resourceVersion())));
    Set<String> reported = new HashSet<>();
    return recording.events().stream()
        .filter(event -> kinds.contains(event.kind()))
        .filter(event -> event.isTerminating() || !event.isPresent())
        .filter(event -> !mayGo(event, listedAt))
        .filter(event -> reported.add(event.uid()))
        .map(event ->
            Violation.of(
                this,
                "%s %s goes, and no record lists it".formatted(event.kind(), event.name()),
                event))
        .toList();
  }

  private static boolean mayGo(RecordedEvent event, Map<String, Long> listedAt) {
    return switch (event.kind()) {
      case OurKinds.POD_CLIQUE ->
          listedAt.getOrDefault(event.uid(), Long.MAX_VALUE) < event.resourceVersion();
      // The pod whose loss was the breach goes before.
      case RecordedPod.KIND -> listedAt.containsKey(event.controllerUid());
      default -> true;
    };
  }
}
