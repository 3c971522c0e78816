package dev.coppice.core.admission.protection;

/** Whether a write may happen. */
public sealed interface Verdict {

  /** It may. */
  record Allow() implements Verdict {}

  /**
   * It may, but something about the object is odd.
   *
   * @param warning what the user is told
   */
  record AllowWithWarning(String warning) implements Verdict {}

  /**
   * It may not.
   *
   * @param message what the user is told
   */
  record Deny(String message) implements Verdict {}
}
