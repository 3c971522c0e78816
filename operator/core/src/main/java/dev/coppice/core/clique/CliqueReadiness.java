package dev.coppice.core.clique;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.availability.Units;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.explain.StuckPods;
import dev.coppice.core.explain.Wait;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import dev.coppice.core.training.AttemptMark.Run;

/** The whole state of a clique in one word, and why it is not Ready. */
final class CliqueReadiness {

  private CliqueReadiness() {}

  /**
   * The condition that tells it.
   *
   * @param outdated how many pods stay until somebody deletes them
   * @param counted what is reported beside it
   * @param failures what is refused
   * @param wait what the pods wait for
   * @param stuck the pods that should be gone
   */
  static ReadyCondition of(
      CliqueView view,
      int outdated,
      PodCliqueStatus counted,
      Failures failures,
      Wait wait,
      StuckPods stuck) {
    String numbers =
        "%d of %s ready".formatted(counted.readyReplicas(), Words.count(view.replicas(), "pod"));
    String hanging = stuck.message().map(message -> "; " + message).orElse("");
    Readiness state = state(view, counted, failures, wait, stuck);
    return new ReadyCondition(
        state,
        switch (state) {
          case INVALID -> view.findings().message();
          case STUCK_TERMINATING, READY -> numbers + Messages.outdated(outdated) + hanging;
          case IDLE -> "spec.replicas is 0, so that there are no pods";
          case SUCCEEDED -> "%s done".formatted(Words.count(view.replicas(), "pod")) + hanging;
          case FAILED -> "the training job has failed";
          default -> whatIsMissing(counted, numbers, wait) + hanging;
        });
  }

  private static String whatIsMissing(PodCliqueStatus counted, String numbers, Wait wait) {
    String missing =
        hasLost(counted)
            ? "the training job fails; %s yet to go"
                .formatted(
                    counted.activePods() == 1 ? "1 pod has" : counted.activePods() + " pods have")
            : numbers;
    return wait instanceof Wait.Nothing ? missing : missing + "; " + wait.message();
  }

  private static boolean hasLost(PodCliqueStatus counted) {
    return Run.ENDED.text().equals(counted.attemptRun());
  }

  private static Readiness state(
      CliqueView view, PodCliqueStatus counted, Failures failures, Wait wait, StuckPods stuck) {
    if (!view.findings().isAllowed()) {
      return Readiness.INVALID;
    }
    if (hasLost(counted)) {
      if (counted.activePods() == 0) {
        return Readiness.FAILED;
      }
      return failures.firstBlocking().isPresent() ? Readiness.BLOCKED : Readiness.DEGRADED;
    }
    if (Conditions.isTrue(counted.conditions(), ConditionTypes.SUCCEEDED)) {
      return Readiness.SUCCEEDED;
    }
    if (wait instanceof Wait.TornDown) {
      return Readiness.TEARING_DOWN;
    }
    if (failures.firstBlocking().isPresent()) {
      return Readiness.BLOCKED;
    }
    if (Readiness.isUpdating(counted.conditions())) {
      return Readiness.UPDATING;
    }
    boolean wasAvailable =
        counted.attempt() == null ? counted.wasAvailable() : counted.availableInAttempt();
    if (wasAvailable && Units.ready(counted) < view.minimum()) {
      return Readiness.DEGRADED;
    }
    if (counted.readyReplicas() < view.replicas()) {
      return Readiness.CREATING;
    }
    if (stuck.message().isPresent()) {
      return Readiness.STUCK_TERMINATING;
    }
    return view.replicas() == 0 ? Readiness.IDLE : Readiness.READY;
  }
}
