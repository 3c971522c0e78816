package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;

/** A replica of a set, as the labels of what belongs to it name it. */
record RecordedReplica(String namespace, String set, String index) {

  /** The replica that an object belongs to. */
  static RecordedReplica of(RecordedEvent event) {
    return new RecordedReplica(
        event.namespace(), event.label(Labels.PART_OF), event.label(Labels.SET_REPLICA_INDEX));
  }

  /** A replica of a set. */
  static RecordedReplica of(RecordedEvent set, int index) {
    return new RecordedReplica(set.namespace(), set.name(), Integer.toString(index));
  }

  boolean isOf(RecordedEvent someSet) {
    return set.equals(someSet.name()) && namespace.equals(someSet.namespace());
  }
}
