package dev.coppice.core.queue.victim;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether a pod may be evicted in favour of somebody who is not named.
 *
 * @param rules what holds against those who are
 * @param benefit who has the benefit of the doubt
 */
public record UnknownPreemptor(PreemptionRules rules, Benefit benefit) {

  /** Who has the benefit of the doubt. */
  public enum Benefit {
    /** The preemptor: refused is only what nobody may evict. */
    PREEMPTOR,
    /** The victim: refused is all that somebody may not evict. */
    VICTIM
  }

  // What has no end comes last.
  private static final Comparator<Verdict> FIRST_TO_END =
      Comparator.comparing(verdict -> verdict.protection().release().orElse(Instant.MAX));

  /**
   * Why a pod may not be evicted now: the verdict that has to change before it may; empty if it
   * may.
   *
   * @param uid of the pod
   * @param gang its gang
   */
  public Optional<Verdict> refusal(String uid, RunningGang gang, Instant now) {
    RunningGang started = gang.started(now);
    List<Verdict> verdicts =
        rules.minRuntimes().possible(gang.queue(), gang.pool()).stream()
            .map(resolution -> Verdict.of(resolution, started, now))
            .toList();
    List<Verdict> refusing =
        verdicts.stream()
            .filter(verdict -> !verdict.permits(List.of(uid), rules.selection()))
            .toList();
    return switch (benefit) {
      case PREEMPTOR ->
          refusing.size() == verdicts.size()
              ? refusing.stream().min(FIRST_TO_END)
              : Optional.empty();
      case VICTIM -> refusing.stream().max(FIRST_TO_END);
    };
  }
}
