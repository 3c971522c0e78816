package dev.coppice.core.update;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the update of a set, a group or a clique stands, as a user is told.
 *
 * @param ended whether nothing more goes by itself
 * @param onDelete whether what is outdated stays until somebody deletes it
 * @param waitsFor what has to become Ready before anything more goes
 * @param count how many are at the template that is asked for, as in "1 of 3 pods"
 */
public record Progressing(
    boolean ended, boolean onDelete, Optional<String> waitsFor, String count) {

  /** The conditions with this one set. */
  public List<Condition> setIn(List<Condition> before, long generation, Instant now) {
    return Conditions.set(
        before,
        Conditions.of(ConditionTypes.PROGRESSING, !ended, reason(), message(), generation),
        now);
  }

  private String reason() {
    if (ended) {
      return onDelete ? ConditionReasons.ON_DELETE : ConditionReasons.UPDATED;
    }
    return waitsFor.isPresent() ? ConditionReasons.WAITING_FOR_READY : ConditionReasons.UPDATING;
  }

  private String message() {
    String state = count + " at the current template";
    if (ended && onDelete) {
      return state + ", others follow when they are deleted";
    }
    return waitsFor.filter(_ -> !ended).map(what -> state + ", waits for " + what).orElse(state);
  }

  /** A PodClique that is waited for; empty while it is not there. */
  public static String unready(String name, Optional<PodClique> clique) {
    return clique
        .map(PodClique::statusOrEmpty)
        .map(status ->
            "PodClique %s with %d of %d pods Ready"
                .formatted(name, status.readyReplicas(), clique.get().getSpec().replicas()))
        .orElse("PodClique " + name);
  }
}
