package dev.coppice.core.recreation;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.time.GoDuration;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How long breaches in a set may last. Without a delay of the set nothing in it is torn down. */
public final class TerminationDelays {

  private final PodCliqueSet set;
  private final Predicate<Duration> allowed;
  private final Optional<Duration> ofSet;

  private TerminationDelays(
      PodCliqueSet set, Predicate<Duration> allowed, Optional<Duration> otherwise) {
    this.set = set;
    this.allowed = allowed;
    this.ofSet = read(set.getSpec().template().terminationDelay(), otherwise);
  }

  /** The delays of a set. */
  public static TerminationDelays of(PodCliqueSet set, TerminationSettings settings) {
    return new TerminationDelays(
        set, Duration::isPositive, Optional.ofNullable(settings.defaultDelay()));
  }

  /**
   * The delays of a training job: a set without one restarts what has failed at once, whatever is
   * configured for others.
   */
  public static TerminationDelays ofTraining(PodCliqueSet set) {
    return new TerminationDelays(set, delay -> !delay.isNegative(), Optional.of(Duration.ZERO));
  }

  /** How long a clique, of a scaling group or not, may be breached; empty: for ever. */
  public Optional<Duration> ofClique(PodClique clique) {
    Optional<String> group = Relatives.label(clique, Labels.SCALING_GROUP);
    return group.isEmpty()
        ? ofSet
        : set.getSpec().template().podCliqueScalingGroups().stream()
            .filter(config -> isNamed(group.get(), clique, config))
            .findFirst()
            .flatMap(this::ofGroup);
  }

  private boolean isNamed(String group, PodClique clique, PodCliqueScalingGroupConfig config) {
    return ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).stream()
        .mapToObj(replica ->
            Names.podCliqueScalingGroup(set.getMetadata().getName(), replica, config.name()))
        .anyMatch(group::equals);
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
  private Optional<Duration> read(@Nullable String delay, Optional<Duration> otherwise) {
    if (delay == null) {
      return otherwise;
    }
    try {
      return Optional.of(GoDuration.parse(delay)).filter(allowed);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
