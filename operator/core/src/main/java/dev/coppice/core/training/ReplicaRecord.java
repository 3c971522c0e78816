package dev.coppice.core.training;

import dev.coppice.api.set.ReleasedPodClique;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.training.AttemptMark.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is recorded of a replica of a training job, beside what its PodCliques show. A record goes
 * ahead of them: it is written first. So what they show beyond it was once recorded.
 *
 * @param index its index
 * @param recorded the record, if there is one
 * @param wanted the names of the PodCliques that the template demands
 * @param cliques what those in view show that stay, and that the set controls or nobody
 */
public record ReplicaRecord(
    int index, Optional<ReplicaAttempt> recorded, Set<String> wanted, List<AttemptFacts> cliques) {

  /** Stands for the UID of a PodClique that is gone, and took it along. */
  static final String UNKNOWN = "unknown";

  private static final int MOST_ATTEMPTS = 999_999_998;

  /** The record; that of the first attempt while there is none. */
  ReplicaAttempt recordedOrFirst() {
    return recorded.orElseGet(() -> ReplicaAttempt.first(index));
  }

  /** The record as it should be. */
  ReplicaAttempt right() {
    ReplicaAttempt known = recordedOrFirst();
    int attempt = attempt(known);
    boolean isKept = recorded.isPresent() && attempt == known.attempt();
    List<ReleasedPodClique> released = released(attempt, isKept ? known.podCliques() : List.of());
    ReplicaAttempt right =
        new ReplicaAttempt(index, attempt, released, isKept && known.succeeded());
    if (isKept) {
      return right.succeeded() && runs(right)
          ? new ReplicaAttempt(index, attempt, released, false)
          : right;
    }
    return new ReplicaAttempt(index, attempt, released, haveAllSucceeded(attempt));
  }

  // A mark that nobody obeys was written by somebody else; without a record there is no other word.
  private Stream<AttemptFacts> told() {
    return cliques.stream()
        .filter(clique -> clique.isControlled() && (recorded.isEmpty() || clique.isObeyed()));
  }

  /** Whether a PodClique was told this. */
  boolean isTold(Run run) {
    return told().anyMatch(clique -> clique.mark().run() == run);
  }

  private int attempt(ReplicaAttempt known) {
    Optional<Integer> told =
        told().map(clique -> clique.mark().attempt()).max(Comparator.naturalOrder());
    if (told.isEmpty()) {
      return Math.clamp(known.attempt(), 0, MOST_ATTEMPTS);
    }
    int shown = told.get();
    // No attempt begins before all of them have heard of it, nor the next one before that.
    boolean isAhead =
        known.attempt() > shown
            && (known.attempt() > shown + 1 || told().anyMatch(clique -> lists(known, clique)));
    return known.attempt() < shown || isAhead ? shown : known.attempt();
  }

  private static boolean lists(ReplicaAttempt attempt, AttemptFacts clique) {
    return attempt.podCliques().stream().anyMatch(released -> released.uid().equals(clique.uid()));
  }

  private List<ReleasedPodClique> released(int attempt, List<ReleasedPodClique> known) {
    return told().noneMatch(clique -> clique.isReleasedIn(attempt))
        ? known
        : wanted.stream()
            .sorted()
            .flatMap(name -> released(name, attempt, known).stream())
            .toList();
  }

  private Optional<ReleasedPodClique> released(
      String name, int attempt, List<ReleasedPodClique> known) {
    Optional<AttemptFacts> seen =
        cliques.stream().filter(clique -> clique.name().equals(name)).findFirst();
    Optional<ReleasedPodClique> listed =
        known.stream().filter(released -> released.name().equals(name)).findFirst();
    return seen.filter(clique -> clique.isReleasedIn(attempt) && clique.isObeyed())
        .map(clique -> new ReleasedPodClique(name, clique.uid()))
        .or(() -> listed)
        .or(() -> known.isEmpty() ? Optional.of(unlisted(name, attempt, seen)) : Optional.empty());
  }

  // The barrier opens for all of them at once.
  private ReleasedPodClique unlisted(String name, int attempt, Optional<AttemptFacts> seen) {
    return new ReleasedPodClique(
        name,
        seen.filter(clique -> !isMadeLater(clique, attempt))
            .map(AttemptFacts::uid)
            .orElse(UNKNOWN));
  }

  // One that came when others ran already took the place of one that was deleted.
  private boolean isMadeLater(AttemptFacts clique, int attempt) {
    return !clique.isReleasedIn(attempt)
        && began(attempt).filter(began -> clique.created().isAfter(began)).isPresent();
  }

  private Optional<Instant> began(int attempt) {
    return cliques.stream()
        .filter(clique -> clique.isReleasedIn(attempt))
        .map(AttemptFacts::oldest)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder());
  }

  private boolean haveAllSucceeded(int attempt) {
    List<String> done = new ArrayList<>();
    cliques.stream()
        .filter(clique -> clique.mark().attempt() == attempt && clique.hasSucceeded())
        .forEach(clique -> done.add(clique.name()));
    return !wanted.isEmpty() && done.containsAll(wanted);
  }

  /** Whether a PodClique of the attempt works that has not done its work. */
  boolean runs() {
    ReplicaAttempt right = right();
    return !right.succeeded() && runs(right);
  }

  private boolean runs(ReplicaAttempt attempt) {
    return told()
        .anyMatch(clique ->
            clique.runs()
                && !clique.hasSucceeded()
                && clique.isReleasedIn(attempt.attempt())
                && lists(attempt, clique));
  }
}
