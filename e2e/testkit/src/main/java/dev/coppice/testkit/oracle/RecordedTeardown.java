package dev.coppice.testkit.oracle;

import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the status of a set or a scaling group says about a teardown, as one event shows it.
 *
 * @param event the set or the group
 * @param record what it says
 */
record RecordedTeardown(RecordedEvent event, ReplicaDeletion record) {

  /** What tells a teardown from all others. */
  record Key(String owner, int replica, Instant startedAt) {}

  /** All that was ever said, in order. */
  static Stream<RecordedTeardown> in(Recording recording) {
    return recording.events().stream().flatMap(RecordedTeardown::of);
  }

  /** What one event says; nothing if it is about neither a set nor a group. */
  static Stream<RecordedTeardown> of(RecordedEvent event) {
    boolean tells =
        event.kind().equals(OurKinds.POD_CLIQUE_SET) || event.kind().equals(OurKinds.SCALING_GROUP);
    return tells && event.isPresent()
        ? TeardownFacts.of(event.typed()).stream()
            .map(record -> new RecordedTeardown(event, record))
        : Stream.empty();
  }

  Key key() {
    return new Key(event.uid(), record.replicaIndex(), record.startedAt());
  }

  /** Whether the replica has yet to be made again; only then it lists PodCliques. */
  boolean isOpen() {
    return record.open();
  }

  /** Whether it says that all it lists is gone. */
  boolean saysGone() {
    return record.goneAt() != null;
  }

  /** Names of the PodCliques that it lists, by their UIDs. */
  Map<String, String> podCliques() {
    return record.podCliques().stream()
        .collect(Collectors.toMap(DeletedPodClique::uid, DeletedPodClique::name));
  }

  Set<String> uids() {
    return TeardownFacts.uids(record);
  }

  /** What another event of the same owner says about the same teardown; empty for nothing. */
  Optional<RecordedTeardown> as(RecordedEvent other) {
    return TeardownFacts.same(record, other.typed()).map(same -> new RecordedTeardown(other, same));
  }

  /** Whether it is about another teardown than any of these. */
  boolean isNoneOf(List<RecordedTeardown> others) {
    return others.stream().noneMatch(other -> other.key().equals(key()));
  }

  @Override
  public String toString() {
    return "the record of %s %s about replica %d"
        .formatted(event.kind(), event.name(), record.replicaIndex());
  }
}
