package dev.coppice.testkit.recorder;

import java.util.List;

/**
 * All that was seen of one object, from its creation to its deletion as far as both were recorded.
 *
 * @param events in order, at least one
 */
public record ObjectHistory(List<RecordedEvent> events) {

  /** Copies the events. */
  public ObjectHistory {
    events = List.copyOf(events);
  }

  /** The first that was seen of it. */
  public RecordedEvent first() {
    return events.getFirst();
  }

  /** The last that was seen of it. */
  public RecordedEvent last() {
    return events.getLast();
  }

  /** What tells the object from others of its name. */
  public String uid() {
    return first().uid();
  }

  /** Whether its creation was seen. */
  public boolean beganInRecording() {
    return first().type() == ChangeType.ADDED;
  }

  /** Whether its deletion was seen. */
  public boolean isOver() {
    return !last().isPresent();
  }
}
