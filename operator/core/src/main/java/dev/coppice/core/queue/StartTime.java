package dev.coppice.core.queue;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Since when a gang runs: from its first Running pod to the loss of its last place. It does not
 * move while the gang lives, so that neither growth nor the replacement of a pod protects it for
 * longer.
 */
public final class StartTime {

  /** What begins the time of a gang. */
  public enum Begin {
    /** Its first Running pod. */
    @JsonProperty("FirstRunning")
    FIRST_RUNNING,
    /** Its first pod that has a node, so that it is protected while images are pulled. */
    @JsonProperty("FirstScheduled")
    FIRST_SCHEDULED
  }

  private StartTime() {}

  /**
   * The start time that a gang should have; empty if it should have none.
   *
   * @param recorded the one that it has, in whole seconds; null if it has none. One that is still
   *     to come is of somebody else, and counts as none
   */
  public static Optional<Instant> next(
      @Nullable Instant recorded, StartFacts facts, Begin begin, Instant now) {
    Optional<Instant> assigned = facts.earliestAssigned();
    if (facts.recreation() == StartFacts.Recreation.ENDS || assigned.isEmpty()) {
      return Optional.empty();
    }
    Optional<Instant> began =
        switch (begin) {
          case FIRST_RUNNING -> facts.earliestRunning();
          case FIRST_SCHEDULED -> assigned;
        };
    boolean held = facts.recreation() == StartFacts.Recreation.HOLDS;
    if (recorded == null || recorded.isAfter(now)) {
      return held
          ? Optional.empty()
          : began.map(instant -> believed(instant, assigned.get(), facts, now));
    }
    boolean reborn = isReborn(recorded, assigned.get(), facts, now);
    return began
        .map(StartTime::second)
        .filter(instant -> reborn && !held && instant.isAfter(recorded) && !instant.isAfter(now))
        .map(instant -> notBefore(assigned.get(), instant))
        .or(() -> Optional.of(recorded));
  }

  /**
   * The latest instant since which a PodClique has had a place, of those that were seen beside
   * others; empty without a start time.
   *
   * @param recorded the start time that the gang has; null if it has none
   */
  public static Optional<Instant> seen(@Nullable Instant recorded, StartFacts facts, Instant now) {
    if (recorded == null) {
      return Optional.empty();
    }
    // Of a gang that has come back nothing is seen before it has begun anew.
    Optional<Instant> latest =
        facts
            .earliestAssigned()
            .filter(assigned -> !isReborn(recorded, assigned, facts, now))
            .flatMap(_ -> facts.latestAssigned())
            .map(StartTime::second);
    return Stream.concat(facts.seenBy(now).stream(), latest.stream()).max(Instant::compareTo);
  }

  // Nothing that has a place had it then, nor beside anything that did: the gang was lost and came
  // back between two looks.
  private static boolean isReborn(
      Instant recorded, Instant assigned, StartFacts facts, Instant now) {
    Instant first = second(assigned);
    return first.isAfter(recorded)
        && facts.seenBy(now).filter(seen -> !first.isAfter(seen)).isEmpty();
  }

  /** The clocks of nodes differ: an instant at which the gang cannot have begun counts as now. */
  private static Instant believed(Instant began, Instant assigned, StartFacts facts, Instant now) {
    boolean possible = !began.isAfter(now) && !second(began).isBefore(second(facts.created()));
    return notBefore(assigned, second(possible ? began : now));
  }

  // Nothing runs before it has a place. One that had begun before would look lost and back, and
  // begin again with every restart of a container.
  private static Instant notBefore(Instant assigned, Instant began) {
    Instant first = second(assigned);
    return began.isBefore(first) ? first : began;
  }

  private static Instant second(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS);
  }
}
