package dev.coppice.core.queue.victim;

import dev.coppice.core.queue.MinRuntimes;
import dev.coppice.core.queue.Resolution;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What somebody may take of a gang (seed 001, Phase 4).
 *
 * @param gang the gang
 * @param resolution the minimum runtime that applies
 * @param protection whether it protects the gang
 * @param takeable the pods that may be taken, the first to go at the beginning: all of a gang that
 *     is not protected, the surplus of one that is, nothing of one that is never evicted
 */
public record Verdict(
    RunningGang gang, Resolution resolution, Protection protection, List<GangPod> takeable) {

  /**
   * What may be taken now in favour of a pod in another queue, or the same.
   *
   * @param preemptor the queue of that pod; null if it has none
   */
  public static Verdict of(
      @Nullable String preemptor, RunningGang gang, MinRuntimes minRuntimes, Instant now) {
    Resolution resolution = minRuntimes.resolve(preemptor, gang.queue(), gang.pool());
    return of(resolution, gang, now);
  }

  /** What may be taken now where this minimum runtime applies. */
  public static Verdict of(Resolution resolution, RunningGang gang, Instant now) {
    Protection protection = Protection.of(resolution.minRuntime(), gang.startTime(), now);
    return new Verdict(gang, resolution, protection, takeable(gang, protection));
  }

  private static List<GangPod> takeable(RunningGang gang, Protection protection) {
    return switch (protection) {
      case Protection.NeverEvictable() -> List.of();
      case Protection.NotReached(_) -> Sacrifice.of(gang.subGroups()).surplus();
      case Protection.Reached(_), Protection.NoMinRuntime(), Protection.NotStarted() ->
          Stream.concat(
                  gang.pods().filter(pod -> !pod.active()).sorted(GangPod.TASK_ORDER.reversed()),
                  Sacrifice.of(gang.subGroups()).all().stream())
              .toList();
    };
  }

  /** How many pods each sub-group can do without; only those that can do without any. */
  public Map<String, Integer> surplus() {
    Map<String, Integer> surplus = new LinkedHashMap<>();
    for (SubGroup group : gang.subGroups()) {
      if (group.surplus() > 0) {
        surplus.put(group.name(), group.surplus());
      }
    }
    return surplus;
  }

  /**
   * Whether these pods may go together.
   *
   * @param victims their UIDs; what is not of this gang does not count
   */
  public boolean permits(Collection<String> victims, ElasticSelection selection) {
    return new Permission(this, selection).permits(victims);
  }

  /** Why, for people. Joined, not formatted: a question may be about thousands of gangs. */
  public String text() {
    String source = " (" + resolution.source().text() + ")";
    return switch (protection) {
      case Protection.NeverEvictable() -> "gang " + gang + " is never evicted" + source;
      case Protection.NotReached(Instant until) ->
          "gang "
              + gang
              + " is protected by minRuntime "
              + minRuntime()
              + source
              + " until "
              + until
              + surplusText();
      case Protection.Reached(Instant until) ->
          "gang "
              + gang
              + " was protected by minRuntime "
              + minRuntime()
              + source
              + " until "
              + until;
      case Protection.NoMinRuntime() -> "gang " + gang + " has no minRuntime" + source;
      case Protection.NotStarted() ->
          "gang " + gang + " has not started; its minRuntime is " + minRuntime() + source;
    };
  }

  private String minRuntime() {
    return resolution.minRuntime().text();
  }

  private String surplusText() {
    Map<String, Integer> surplus = surplus();
    return surplus.isEmpty()
        ? ""
        : surplus.entrySet().stream()
            .map(group -> "%d of %s".formatted(group.getValue(), group.getKey()))
            .collect(Collectors.joining(", ", "; surplus pods may go: ", ""));
  }
}
