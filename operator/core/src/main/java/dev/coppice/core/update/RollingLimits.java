package dev.coppice.core.update;

import dev.coppice.api.set.RollingUpdate;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.time.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
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

  /**
   * When an update that runs counts as stuck.
   *
   * @param startedAt when it began
   * @param lastProgressAt when it last came further; null while it has not
   */
  public Optional<Instant> stuckAt(@Nullable Instant startedAt, @Nullable Instant lastProgressAt) {
    return progressDeadline.flatMap(
        deadline -> latest(startedAt, lastProgressAt).map(last -> last.plus(deadline)));
  }

  private static Optional<Instant> latest(@Nullable Instant one, @Nullable Instant other) {
    return Stream.of(Optional.ofNullable(one), Optional.ofNullable(other))
        .flatMap(Optional::stream)
        .max(Comparator.naturalOrder());
  }

  /**
   * How an update that runs stands.
   *
   * @param startedAt when it began
   * @param lastProgressAt when it last came further; null while it has not
   * @param count how far it has come, such as "1 of 3 pods are"
   */
  public UpdateInProgressCondition running(
      @Nullable Instant startedAt, @Nullable Instant lastProgressAt, String count, Instant now) {
    return stuckAt(startedAt, lastProgressAt)
        .filter(due -> !now.isBefore(due))
        .map(_ ->
            UpdateInProgressCondition.stuck(
                "%s Ready at the current template, no further one since %s (progressDeadline %s)"
                    .formatted(
                        count,
                        latest(startedAt, lastProgressAt).orElse(now),
                        GoDuration.brief(progressDeadline.orElse(Duration.ZERO)))))
        .orElseGet(() -> UpdateInProgressCondition.of(true));
  }
}
