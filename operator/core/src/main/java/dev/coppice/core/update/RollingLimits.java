package dev.coppice.core.update;

import dev.coppice.api.set.RollingUpdate;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.time.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a user says about the updates of a clique or a group.
 *
 * @param maxUnavailable how much an update may have down at once
 * @param progressDeadline for how long it may come no further; empty if nobody is to be told
 */
public record RollingLimits(int maxUnavailable, Optional<Duration> progressDeadline) {

  /** One at a time, and nobody is told. */
  public static final RollingLimits DEFAULT = new RollingLimits(1, Optional.empty());

  /** What a template says. What is no limit is none: its set is told so, and makes no pods. */
  public static RollingLimits of(@Nullable RollingUpdate said) {
    if (said == null) {
      return DEFAULT;
    }
    Integer most = said.maxUnavailable();
    return new RollingLimits(
        most == null || most < 1 ? DEFAULT.maxUnavailable() : most,
        Optional.ofNullable(said.progressDeadline()).flatMap(RollingLimits::read));
  }

  private static Optional<Duration> read(String deadline) {
    try {
      return Optional.of(GoDuration.parse(deadline)).filter(Duration::isPositive);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** When an update counts as stuck, if it runs and that is still to come. */
  public Optional<Instant> stuckAt(Optional<Pace> running, Instant now) {
    return running.flatMap(this::stuckAt).filter(now::isBefore);
  }

  private Optional<Instant> stuckAt(Pace pace) {
    return progressDeadline.flatMap(
        deadline -> pace.standsSince().map(last -> last.plus(deadline)));
  }

  /**
   * How an update stands, as clients of Grove read it.
   *
   * @param running how it comes further; empty if none runs
   * @param count how far it has come, such as "1 of 3 pods are"
   */
  public UpdateInProgressCondition inProgress(Optional<Pace> running, String count, Instant now) {
    return running
        .filter(pace -> stuckAt(pace).filter(due -> !now.isBefore(due)).isPresent())
        .map(pace ->
            UpdateInProgressCondition.stuck(
                "%s Ready at the current template, no further one since %s (progressDeadline %s)"
                    .formatted(
                        count,
                        pace.standsSince().orElse(now),
                        GoDuration.brief(progressDeadline.orElse(Duration.ZERO)))))
        .orElseGet(() -> UpdateInProgressCondition.of(running.isPresent()));
  }
}
