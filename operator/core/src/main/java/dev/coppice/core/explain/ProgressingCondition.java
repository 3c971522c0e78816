package dev.coppice.core.explain;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a set, a group or a clique stands to its template: the condition {@code Progressing}. Once it
 * is False it stays so until the template changes; what is lost later is no progress.
 *
 * @param onDelete whether what is outdated stays until somebody deletes it
 * @param moving whether an update runs, or the template is another one than was reported last
 * @param reached whether every replica is at the template and has its minimum of Ready pods of it;
 *     with onDelete whether every replica has ever had its minimum
 * @param waitsFor what has to become Ready before anything more goes
 * @param count how many are at the template, such as "1 of 3 pods are"
 * @param outdated how many pods are not
 */
public record ProgressingCondition(
    boolean onDelete,
    boolean moving,
    boolean reached,
    Optional<String> waitsFor,
    String count,
    int outdated) {

  /** The same for a training job that is over: nothing more is on its way. */
  public ProgressingCondition over() {
    return new ProgressingCondition(onDelete, false, true, Optional.empty(), count, outdated);
  }

  /** The conditions with this one set. */
  public List<Condition> setIn(List<Condition> before, long generation, Instant now) {
    Optional<Condition> known = Conditions.find(before, ConditionTypes.PROGRESSING);
    Optional<Condition> ended = known.filter(one -> "False".equals(one.getStatus()));
    boolean isMoving = moving && !onDelete;
    boolean complete = !isMoving && (reached || ended.isPresent() || (onDelete && !isFirst(known)));
    return Conditions.set(
        before,
        Conditions.of(
            ConditionTypes.PROGRESSING,
            !complete,
            complete ? endedReason() : reason(isFirst(known) && !isMoving),
            complete ? endedMessage(ended) : message(),
            generation),
        now);
  }

  private static boolean isFirst(Optional<Condition> known) {
    return known.map(Condition::getReason).filter(ConditionReasons.CREATING::equals).isPresent()
        || known.isEmpty();
  }

  private String endedReason() {
    return onDelete ? ConditionReasons.ON_DELETE : ConditionReasons.COMPLETE;
  }

  private String reason(boolean creates) {
    if (creates) {
      return ConditionReasons.CREATING;
    }
    return waitsFor.isPresent() ? ConditionReasons.WAITING_FOR_READY : ConditionReasons.UPDATING;
  }

  private String message() {
    String state = count + " at the current template";
    return waitsFor.map(what -> state + ", waits for " + what).orElse(state);
  }

  // While something is lost the words with which it came to its end stay: a count made then would
  // read as if it had not.
  private String endedMessage(Optional<Condition> ended) {
    if (onDelete) {
      return outdated == 0
          ? "no pod is made from an old template"
          : Words.count(outdated, "pod")
              + (outdated == 1 ? " is" : " are")
              + " made from an old template and stay"
              + (outdated == 1 ? "s until it is deleted" : " until they are deleted");
    }
    return ended
        .filter(one -> !reached && ConditionReasons.COMPLETE.equals(one.getReason()))
        .map(Condition::getMessage)
        .orElseGet(() -> count + " at the current template");
  }
}
