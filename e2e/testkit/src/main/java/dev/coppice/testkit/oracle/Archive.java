package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Looks up how an object was at a moment, and which set it belonged to. Moments are
 * resourceVersions. Names are used again after a deletion, so belonging goes by UID, step by step.
 */
final class Archive {

  private static final NavigableMap<Long, RecordedEvent> NONE = Collections.emptyNavigableMap();

  private record Name(String kind, String namespace, String name) {}

  private final Map<Name, NavigableMap<Long, RecordedEvent>> byName = new HashMap<>();
  private final Map<String, NavigableMap<Long, RecordedEvent>> byUid = new HashMap<>();

  Archive(Recording recording) {
    for (RecordedEvent event : recording.events()) {
      Name name = new Name(event.kind(), event.namespace(), event.name());
      byName.computeIfAbsent(name, _ -> new TreeMap<>()).put(event.resourceVersion(), event);
      byUid.computeIfAbsent(event.uid(), _ -> new TreeMap<>()).put(event.resourceVersion(), event);
    }
  }

  /** The object of a name at a moment; empty if there was none. */
  Optional<RecordedEvent> named(String kind, String namespace, String name, long moment) {
    return at(events(kind, namespace, name), moment);
  }

  /** The first that was seen of a UID. */
  Optional<RecordedEvent> first(String uid) {
    return Optional.ofNullable(byUid.get(uid)).map(events -> events.firstEntry().getValue());
  }

  /** When something happened to the objects of a name, both ends of the stretch left out. */
  LongStream changes(String kind, String namespace, String name, long after, long before) {
    return events(kind, namespace, name).subMap(after, false, before, false).keySet().stream()
        .mapToLong(Long::longValue);
  }

  private NavigableMap<Long, RecordedEvent> events(String kind, String namespace, String name) {
    return byName.getOrDefault(new Name(kind, namespace, name), NONE);
  }

  /** UID of the set that an object below it was made for; empty if that was not seen. */
  Optional<String> setOf(RecordedEvent object) {
    String owner = object.controllerUid();
    return switch (object.controller().kind()) {
      case OurKinds.POD_CLIQUE_SET -> Optional.of(owner);
      case OurKinds.SCALING_GROUP, OurKinds.POD_CLIQUE -> first(owner).flatMap(this::setOf);
      default -> Optional.empty();
    };
  }

  /** Whether a PodClique or a gang belonged to a set at a moment, no owner between being gone. */
  boolean belongs(RecordedEvent object, String set, long moment) {
    String owner = object.controllerUid();
    return owner.equals(set)
        || at(byUid.getOrDefault(owner, NONE), moment)
            .filter(group -> belongs(group, set, moment))
            .isPresent();
  }

  private static Optional<RecordedEvent> at(NavigableMap<Long, RecordedEvent> events, long moment) {
    return Optional.ofNullable(events.floorEntry(moment))
        .map(Map.Entry::getValue)
        .filter(RecordedEvent::isPresent);
  }
}
