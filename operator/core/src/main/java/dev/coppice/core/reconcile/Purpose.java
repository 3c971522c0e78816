package dev.coppice.core.reconcile;

import org.jspecify.annotations.Nullable;

/**
 * Why an action is planned, in the words that reach the user if it fails or succeeds. The event
 * recorder joins the actions of one reconcile that share a reason into one event with counts and
 * first names.
 *
 * @param errorCode code under which a failure stands in {@code status.lastErrors}
 * @param verb past tense for the success event, such as {@code created}
 * @param noun what is acted upon, in the singular, such as {@code pod}
 * @param successReason reason of the event about success; null when none is recorded here
 * @param failureReason reason of the Warning event; null when a failure stands in {@code
 *     lastErrors} alone
 * @param remarkable whether success is a Warning, because it undoes what somebody did
 */
public record Purpose(
    String errorCode,
    String verb,
    String noun,
    @Nullable String successReason,
    @Nullable String failureReason,
    boolean remarkable) {

  /** A purpose that is nothing out of the ordinary. */
  public Purpose(
      String errorCode,
      String verb,
      String noun,
      @Nullable String successReason,
      @Nullable String failureReason) {
    this(errorCode, verb, noun, successReason, failureReason, false);
  }

  /** A purpose with events of both outcomes. */
  public static Purpose announced(
      String errorCode, String verb, String noun, String successReason, String failureReason) {
    return new Purpose(errorCode, verb, noun, successReason, failureReason);
  }

  /** A purpose that is as it should be when it is done, and told when it is not. */
  public static Purpose announcedOnFailure(
      String errorCode, String verb, String noun, String failureReason) {
    return new Purpose(errorCode, verb, noun, null, failureReason);
  }

  /** A purpose whose failures stand in {@code lastErrors} and which raises no event. */
  public static Purpose unannounced(String errorCode, String verb, String noun) {
    return new Purpose(errorCode, verb, noun, null, null);
  }

  /** The same purpose for a change in place. */
  public Purpose asUpdate() {
    return new Purpose(errorCode, "updated", noun, successReason, failureReason);
  }

  /** The same purpose for taking back what stands already. */
  public Purpose asAdoption() {
    return new Purpose(errorCode, "adopted", noun, successReason, failureReason);
  }

  /** The same purpose for taking over what somebody else has made. */
  public Purpose asHandover(String handover, String reason) {
    return new Purpose(errorCode, handover, noun, reason, failureReason);
  }

  /** The same purpose for undoing what somebody did to the object. */
  public Purpose asRepair(String repair, String reason) {
    return new Purpose(errorCode, repair, noun, reason, failureReason, true);
  }

  /** The same purpose, but silent on success. */
  public Purpose silentOnSuccess() {
    return new Purpose(errorCode, verb, noun, null, failureReason);
  }
}
