package dev.coppice.core.termination;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.time.GoDuration;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How long breaches in a set may last. Without a delay of the set nothing in it is torn down. */
public final class TerminationDelays {

  private final Optional<Duration> ofSet;

  private TerminationDelays(Optional<Duration> ofSet) {
    this.ofSet = ofSet;
  }

  /** The delays of a set. */
  public static TerminationDelays of(PodCliqueSet set, TerminationSettings settings) {
    return new TerminationDelays(
        read(set.getSpec().template().terminationDelay())
            .or(() -> Optional.ofNullable(settings.defaultDelay())));
  }

  /** How long a clique that stands alone may be breached; empty: for ever. */
  public Optional<Duration> ofSet() {
    return ofSet;
  }

  /** How long a scaling group, or a clique in it, may be breached; empty: for ever. */
  public Optional<Duration> ofGroup(PodCliqueScalingGroupConfig group) {
    return ofSet.map(delay -> read(group.terminationDelay()).orElse(delay));
  }

  // Admission refuses what is no length of time; what came past it must not tear anything down.
  private static Optional<Duration> read(@Nullable String delay) {
    if (delay == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(GoDuration.parse(delay)).filter(Duration::isPositive);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
