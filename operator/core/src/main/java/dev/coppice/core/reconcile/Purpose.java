package dev.coppice.core.reconcile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why an action is planned, in the words that reach the user if it fails or succeeds. The event
 * recorder joins the actions of one reconcile that share a reason into one event with counts and
 * first names.
 *
 * @param errorCode code under which a failure stands in {@code status.lastErrors}
 * @param verb past tense for the success event, such as {@code created}
 * @param counts what one such action amounts to, such as one PodClique and three pods
 * @param successReason reason of the event about success; null when none is recorded here
 * @param failureReason reason of the Warning event; null when a failure stands in {@code
 *     lastErrors} alone
 * @param remarkable whether success is a Warning, because it undoes what somebody did
 */
public record Purpose(
    String errorCode,
    String verb,
    List<Count> counts,
    @Nullable String successReason,
    @Nullable String failureReason,
    boolean remarkable) {

  /**
   * A number of things of one sort.
   *
   * @param amount how many
   * @param noun the singular, such as {@code pod}
   */
  public record Count(int amount, String noun) {}

  /** A purpose that is nothing out of the ordinary. */
  public Purpose(
      String errorCode,
      String verb,
      List<Count> counts,
      @Nullable String successReason,
      @Nullable String failureReason) {
    this(errorCode, verb, counts, successReason, failureReason, false);
  }

  public Purpose {
    counts = List.copyOf(counts);
  }

  /** A purpose with events of both outcomes. */
  public static Purpose announced(
      String errorCode, String verb, String noun, String successReason, String failureReason) {
    return new Purpose(errorCode, verb, List.of(new Count(1, noun)), successReason, failureReason);
  }

  /** A purpose whose failures stand in {@code lastErrors} and which raises no event. */
  public static Purpose unannounced(String errorCode, String verb, String noun) {
    return new Purpose(errorCode, verb, List.of(new Count(1, noun)), null, null);
  }

  /**
   * The same purpose for a change in place, which amounts to the object itself and nothing below
   * it.
   */
  public Purpose asUpdate() {
    return new Purpose(errorCode, "updated", counts.subList(0, 1), successReason, failureReason);
  }

  /** The same purpose for taking back what stands already. */
  public Purpose asAdoption() {
    return new Purpose(errorCode, "adopted", counts.subList(0, 1), successReason, failureReason);
  }

  /** The same purpose for something that nothing will be made of for now. */
  public Purpose alone() {
    return new Purpose(errorCode, verb, counts.subList(0, 1), successReason, failureReason);
  }

  /** The same purpose for undoing what somebody did to the object. */
  public Purpose asRepair(String repair, String reason) {
    return new Purpose(errorCode, repair, counts.subList(0, 1), reason, failureReason, true);
  }

  /** The same purpose, but silent on success. */
  public Purpose silentOnSuccess() {
    return new Purpose(errorCode, verb, counts, null, failureReason);
  }
}
