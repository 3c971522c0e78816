package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.Names;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The objects below a set as they stand, and how large its groups are: what the live group says, or
 * the template where there is none. Names are used again, so that ownership goes by UID.
 */
final class SetMembers {

  private final RecordedSet set;
  private final Map<String, RecordedEvent> byKindAndName = new HashMap<>();

  SetMembers(RecordedSet set, Collection<RecordedEvent> present) {
    this.set = set;
    Set<String> owners = new HashSet<>(Set.of(set.uid()));
    present.stream()
        .filter(event -> event.kind().equals(OurKinds.SCALING_GROUP))
        .filter(event -> event.controllerUid().equals(set.uid()))
        .forEach(event -> owners.add(event.uid()));
    present.stream()
        .filter(event -> owners.contains(event.controllerUid()) && !event.isTerminating())
        .forEach(event -> byKindAndName.put(key(event.kind(), event.name()), event));
  }

  private static String key(String kind, String name) {
    return kind + " " + name;
  }

  Stream<RecordedEvent> all() {
    return byKindAndName.values().stream();
  }

  Optional<RecordedEvent> find(String kind, String name) {
    return Optional.ofNullable(byKindAndName.get(key(kind, name)));
  }

  int replicas(int replica, RecordedSet.Group group) {
    return scale(replica, group).path("replicas").asInt(1);
  }

  /** From which replica on the replicas of a group have gangs of their own. */
  int minAvailable(int replica, RecordedSet.Group group) {
    return scale(replica, group).path("minAvailable").asInt(1);
  }

  /** How many replicas of a group belong to the base gang. */
  int inBaseGang(int replica, RecordedSet.Group group) {
    return Math.min(minAvailable(replica, group), replicas(replica, group));
  }

  private JsonNode scale(int replica, RecordedSet.Group group) {
    return find(
            OurKinds.SCALING_GROUP, Names.podCliqueScalingGroup(set.name(), replica, group.name()))
        .map(RecordedEvent::spec)
        .orElseGet(group::json);
  }
}
