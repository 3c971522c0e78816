package dev.coppice.core.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a node wrote on a pod by its own clock, which may be wrong.
 *
 * <p>Two times tell how wrong: the API server writes when it binds a pod, and the kubelet when it
 * takes the pod up, usually at once. A kubelet that took it up before has a clock that is behind by
 * at least that much. One that took it up long after has a clock that is ahead, or was slow.
 *
 * @param created when the pod was made, by the API server
 * @param skew from the binding to the taking up, by these two clocks; zero if nobody said
 */
public record NodeClock(Instant created, Duration skew) {

  /** A kubelet takes up a pod in less, and no clock that is kept right is so far off. */
  private static final Duration USUAL = Duration.ofSeconds(5);

  /** Stored times have whole seconds. */
  private static final Duration RESOLUTION = Duration.ofSeconds(1);

  /** The clock of the node that a pod is bound to. */
  public static NodeClock of(Pod pod) {
    Instant created = parse(pod.getMetadata().getCreationTimestamp()).orElse(Instant.MIN);
    Optional<Instant> taken =
        Optional.ofNullable(pod.getStatus()).map(PodStatus::getStartTime).map(Instant::parse);
    return new NodeClock(
        created,
        taken
            .flatMap(up -> PodState.bound(pod).map(bound -> Duration.between(bound, up)))
            .orElse(Duration.ZERO));
  }

  private static Optional<Instant> parse(@Nullable String time) {
    return Optional.ofNullable(time).map(Instant::parse);
  }

  /**
   * The latest instant that a time of the node may stand for, and no later than now: what is
   * counted from it is never cut short.
   */
  public Instant latest(Instant told, Instant now) {
    Instant latest = latest(told);
    return latest.isAfter(now) ? now : latest;
  }

  /** The same where nobody compares it with now. */
  public Instant latest(Instant told) {
    return afterCreation(skew.isNegative() ? told.minus(skew).plus(RESOLUTION) : told);
  }

  /** The earliest instant that a time of the node may stand for. */
  public Instant earliest(Instant told) {
    return afterCreation(skew.isPositive() ? told.minus(skew) : told);
  }

  /**
   * The same, which has come: of a clock that is so far ahead that it tells what is still to come,
   * and was right when the pod was taken up, nothing else is known.
   */
  public Instant earliest(Instant told, Instant now) {
    Instant earliest = earliest(told);
    return earliest.isAfter(now) ? created : earliest;
  }

  /**
   * The instant that a time of the node most likely stands for, and no later than now: a kubelet is
   * rarely slow.
   */
  public Instant likely(Instant told, Instant now) {
    Instant likely = skew.compareTo(USUAL) > 0 ? afterCreation(told.minus(skew)) : latest(told);
    return likely.isAfter(now) ? now : likely;
  }

  private Instant afterCreation(Instant instant) {
    return instant.isBefore(created) ? created : instant;
  }
}
