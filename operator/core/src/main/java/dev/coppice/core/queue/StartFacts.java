package dev.coppice.core.queue;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is reported about the pods of a gang, as far as its start time asks.
 *
 * @param created when its PodGang was made
 * @param members its PodCliques
 * @param seen the latest instant since which one of them has had a place, of those that were seen
 *     beside others; null if nothing was seen yet
 * @param recreation what the operator itself does with the gang
 */
public record StartFacts(
    Instant created, List<Member> members, @Nullable Instant seen, Recreation recreation) {

  /**
   * One PodClique.
   *
   * @param runningSince since when the first container of its live Running pods runs; null if none
   *     does
   * @param assignedSince since when it has had, without a gap, a live pod with a node; null if it
   *     has none
   */
  public record Member(@Nullable Instant runningSince, @Nullable Instant assignedSince) {}

  /** What the operator itself does with a gang. */
  public enum Recreation {
    /** Nothing. */
    NONE,
    /** Some of its PodCliques are made again, or none of its pods may run yet: nothing starts. */
    HOLDS,
    /** All of its PodCliques go: whatever ran is over. */
    ENDS
  }

  /** Keeps a copy. */
  public StartFacts {
    members = List.copyOf(members);
  }

  Optional<Instant> earliestRunning() {
    return earliest(Member::runningSince);
  }

  Optional<Instant> earliestAssigned() {
    return earliest(Member::assignedSince);
  }

  /** What was seen; an instant that is still to come is of somebody else. */
  Optional<Instant> seenBy(Instant now) {
    return Optional.ofNullable(seen).filter(instant -> !instant.isAfter(now));
  }

  Optional<Instant> latestAssigned() {
    return members.stream()
        .map(Member::assignedSince)
        .flatMap(Stream::ofNullable)
        .max(Instant::compareTo);
  }

  private Optional<Instant> earliest(Function<Member, @Nullable Instant> since) {
    return members.stream().map(since).filter(Objects::nonNull).min(Instant::compareTo);
  }
}
