package dev.coppice.core.recreation;

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
        read(
            set.getSpec().template().terminationDelay(),
            Optional.ofNullable(settings.defaultDelay())));
  }

  /** How long a clique that stands alone may be breached; empty: for ever. */
  public Optional<Duration> ofSet() {
    return ofSet;
  }

  /** How long a scaling group, or a clique in it, may be breached; empty: for ever. */
  public Optional<Duration> ofGroup(PodCliqueScalingGroupConfig group) {
    return ofSet.flatMap(_ -> read(group.terminationDelay(), ofSet));
  }

  // What somebody has set is never replaced: if it is no length of time, nobody knows which one was
  // meant, and nothing is torn down.
  private static Optional<Duration> read(@Nullable String delay, Optional<Duration> otherwise) {
    if (delay == null) {
      return otherwise;
    }
    try {
      return Optional.of(GoDuration.parse(delay)).filter(Duration::isPositive);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
