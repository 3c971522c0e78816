package dev.coppice.core.clique;

import dev.coppice.core.availability.ReadyCount;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.explain.Wait;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** The whole state of a clique in one word, and why it is not Ready. */
final class CliqueReadiness {

  private CliqueReadiness() {}

  /**
   * The condition that tells it.
   *
   * @param conditions what is told beside it
   * @param failures what is refused
   * @param wait what the pods wait for
   */
  static ReadyCondition of(
      CliqueView view,
      CliqueUpdate update,
      List<Condition> conditions,
      Failures failures,
      Wait wait) {
    ReadyCount ready = view.readyCount();
    String numbers = "%d of %s ready".formatted(ready.ready(), Words.count(view.replicas(), "pod"));
    Readiness state = state(view, conditions, failures, wait, ready);
    return new ReadyCondition(
        state,
        switch (state) {
          case INVALID -> wait.message();
          case READY -> numbers + Messages.outdated(update.isOnDelete() ? update.outdated() : 0);
          default -> wait instanceof Wait.Nothing ? numbers : numbers + "; " + wait.message();
        });
  }

  private static Readiness state(
      CliqueView view, List<Condition> conditions, Failures failures, Wait wait, ReadyCount ready) {
    if (!view.findings().isAllowed()) {
      return Readiness.INVALID;
    }
    if (wait instanceof Wait.TornDown) {
      return Readiness.TEARING_DOWN;
    }
    if (failures.firstBlocking().isPresent()) {
      return Readiness.BLOCKED;
    }
    if (Readiness.isUpdating(conditions)) {
      return Readiness.UPDATING;
    }
    if (ready.history().wasAvailable() && ready.ready() < view.minimum()) {
      return Readiness.DEGRADED;
    }
    return ready.ready() < view.replicas() ? Readiness.CREATING : Readiness.READY;
  }
}
