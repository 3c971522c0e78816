package dev.coppice.core.clique;

import dev.coppice.core.explain.Wait;
import dev.coppice.core.pod.PodTrouble;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.training.AttemptMark.Run;
import dev.coppice.core.training.IndexAccount;
import java.util.Comparator;
import java.util.Optional;

/** Decides what the pods of a clique of a training job wait for. */
final class AttemptWait {

  private AttemptWait() {}

  /**
   * What is waited for.
   *
   * @param failures what is refused
   */
  static Wait of(AttemptView attempt, Failures failures) {
    if (attempt.mark().run() == Run.ENDED) {
      return refused(attempt, failures).orElseGet(Wait.Nothing::new);
    }
    if (attempt.isMadeForNothing() || attempt.count().available() >= attempt.view().replicas()) {
      return new Wait.Nothing();
    }
    return CliqueWait.of(
        attempt.view(),
        failures,
        () ->
            attempt.mark().run() == Run.HELD
                ? refused(attempt, failures).or(() -> barrier(attempt))
                : backOff(attempt));
  }

  /** What keeps pods that have to go. */
  private static Optional<Wait> refused(AttemptView attempt, Failures failures) {
    return attempt.active().isEmpty()
        ? Optional.empty()
        : failures.firstBlocking().map(failure -> new Wait.Refused(failure.description()));
  }

  private static Optional<Wait> barrier(AttemptView attempt) {
    return Optional.of(
        new Wait.Barrier(
            attempt.mark().attempt(),
            Math.toIntExact(
                attempt.active().stream().filter(pod -> !attempt.isStuck(pod)).count())));
  }

  private static Optional<Wait> backOff(AttemptView attempt) {
    return attempt.replaceable().stream()
        .filter(index -> attempt.view().now().isBefore(IndexAccount.refillAt(index)))
        .min(Comparator.comparing(IndexAccount::refillAt))
        .map(index ->
            new Wait.BackOff(
                index.index(),
                index.failures(),
                PodTrouble.ended(index.exitCode(), index.reason()).orElse(null),
                IndexAccount.refillAt(index)));
  }
}
