package dev.coppice.testkit.recorder;

/** What a recorded event says about its object. */
public enum ChangeType {
  /** It was there when the recording began or was resumed; how it came about was not seen. */
  LISTED,
  ADDED,
  MODIFIED,
  /** It is gone; the event carries its last state. */
  DELETED
}
