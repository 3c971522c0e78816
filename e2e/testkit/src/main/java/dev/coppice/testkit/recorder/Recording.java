package dev.coppice.testkit.recorder;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The changes of a stretch of time, all kinds in one order. Immutable.
 *
 * @param events ordered by resourceVersion
 * @param gaps where changes may be missing
 */
public record Recording(List<RecordedEvent> events, List<Gap> gaps) {

  /** Orders the events: each watch is in order by itself, their union is not. */
  public Recording {
    events =
        events.stream().sorted(Comparator.comparingLong(RecordedEvent::resourceVersion)).toList();
    gaps = List.copyOf(gaps);
  }

  /** The changes of a kind. */
  public Stream<RecordedEvent> ofKind(String kind) {
    return events.stream().filter(event -> event.kind().equals(kind));
  }

  /** The changes of one object. */
  public Stream<RecordedEvent> ofUid(String uid) {
    return events.stream().filter(event -> event.uid().equals(uid));
  }

  /** The objects of a kind in the order in which they were first seen. */
  public List<ObjectHistory> histories(String kind) {
    return ofKind(kind)
        .collect(Collectors.groupingBy(RecordedEvent::uid, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(ObjectHistory::new)
        .toList();
  }

  /** How an object was right after a change of any object; empty if it did not exist then. */
  public Optional<RecordedEvent> stateAt(String uid, long resourceVersion) {
    return ofUid(uid)
        .takeWhile(event -> event.resourceVersion() <= resourceVersion)
        .reduce((earlier, later) -> later)
        .filter(RecordedEvent::isPresent);
  }

  /** The last change of every object that still exists at the end. */
  public Collection<RecordedEvent> atEnd() {
    Map<String, RecordedEvent> present = new LinkedHashMap<>();
    for (RecordedEvent event : events) {
      if (event.isPresent()) {
        present.put(event.uid(), event);
      } else {
        present.remove(event.uid());
      }
    }
    return present.values();
  }

  /** Whether the state of a kind at a change is uncertain. */
  public boolean isUncertain(String kind, long resourceVersion) {
    return gaps.stream().anyMatch(gap -> gap.kind().equals(kind) && gap.contains(resourceVersion));
  }

  /** Whether changes of a kind may have been missed between two changes. */
  public boolean hasGap(String kind, long from, long to) {
    return gaps.stream().anyMatch(gap -> gap.kind().equals(kind) && gap.overlaps(from, to));
  }
}
