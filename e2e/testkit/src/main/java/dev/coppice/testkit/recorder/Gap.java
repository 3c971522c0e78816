package dev.coppice.testkit.recorder;

/**
 * A stretch of which the recorder may have missed changes of a kind, because its watch broke and
 * could not be resumed.
 *
 * @param kind the kind whose watch broke
 * @param after the last change that was seen for certain
 * @param until from here on every change was seen again
 */
public record Gap(String kind, long after, long until) {

  /** Whether a change may have been missed between two others. */
  public boolean overlaps(long from, long to) {
    return after < to && until > from;
  }

  /** Whether the state at a change is uncertain. */
  public boolean contains(long resourceVersion) {
    return after < resourceVersion && resourceVersion <= until;
  }
}
