package dev.coppice.core.training;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.status.Words;
import dev.coppice.core.time.WholeSecond;
import dev.coppice.core.training.AttemptMark.Run;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The status of a training job that somebody has emptied or written, put right by what its
 * PodCliques and pods show. One that nobody has touched stays as it is.
 */
public final class Reconstruction {

  private final PodCliqueSet set;
  private final PodCliqueSetStatus stored;
  private final List<ReplicaRecord> replicas;
  private final Instant now;
  private final List<ReplicaAttempt> attempts = new ArrayList<>();
  private final List<String> begun = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();
  private final PodCliqueSetStatus status;
  private boolean lost;

  private Reconstruction(PodCliqueSet set, List<ReplicaRecord> replicas, Instant now) {
    this.set = set;
    this.stored = set.statusOrEmpty();
    this.replicas = replicas;
    this.now = now;
    this.status = work();
  }

  /**
   * Puts the status of a set right.
   *
   * @param replicas all replicas of the set, with what is recorded of them
   */
  public static Reconstruction of(PodCliqueSet set, List<ReplicaRecord> replicas, Instant now) {
    return new Reconstruction(set, replicas, now);
  }

  /** The status as it should be. */
  public PodCliqueSetStatus status() {
    return status;
  }

  /** Whether anything had to be put right. */
  public boolean isNeeded() {
    return !status.equals(stored);
  }

  /** What was put right, for people. */
  public String message() {
    return "somebody emptied or wrote the status; by what PodCliques and pods show, "
        + Stream.concat(
                Stream.of(begun).filter(some -> !some.isEmpty()).map(FirstFew::of),
                changes.stream())
            .collect(Collectors.joining("; "));
  }

  private PodCliqueSetStatus work() {
    replicas.forEach(this::putAttempt);
    if (stored.replicaAttempts().stream().anyMatch(this::isOfNoReplica)) {
      changes.add("replicaAttempts speaks of replicas that do not exist");
    }
    int restarts = restartCount();
    List<Condition> conditions = withFailureTarget(restarts);
    PodCliqueSetPhase phase = phase(conditions);
    Instant start = startTime();
    PodCliqueSetStatus next =
        PodCliqueSetStatusBuilder.builder(stored)
            .replicaAttempts(attempts)
            .restartCount(restarts)
            .startTime(start)
            .phase(phase)
            .completionTime(phase != null && phase.isFinal() ? completionTime(start) : null)
            .conditions(ofPhase(conditions, phase))
            .build();
    tell("restartCount", stored.restartCount(), next.restartCount());
    tell("startTime", stored.startTime(), next.startTime());
    tell("phase", stored.phase(), next.phase());
    tell("completionTime", stored.completionTime(), next.completionTime());
    if (next.conditions().size() < stored.conditions().size()) {
      changes.add("the job has not come to its end");
    }
    if (lost && restarts > 0 && stored.lastFailures().isEmpty()) {
      changes.add("lastFailures is lost");
    }
    return next;
  }

  private void tell(String field, @Nullable Object before, @Nullable Object after) {
    if (!Objects.equals(before, after)) {
      changes.add("%s is %s in place of %s".formatted(field, text(after), text(before)));
    }
  }

  private static String text(@Nullable Object value) {
    return value == null ? "nothing" : value.toString();
  }

  private void putAttempt(ReplicaRecord replica) {
    ReplicaAttempt right = replica.right();
    boolean isRight = right.equals(replica.recordedOrFirst());
    if (replica.recorded().isPresent() || !isRight) {
      attempts.add(right);
    }
    if (!isRight) {
      lost |= replica.recorded().isEmpty();
      begun.add(
          "replica %d is in attempt %d with %s%s"
              .formatted(
                  right.replicaIndex(),
                  right.attempt(),
                  Words.count(right.podCliques().size(), "PodClique"),
                  right.succeeded() ? ", and has succeeded" : ""));
    }
  }

  private boolean isOfNoReplica(ReplicaAttempt attempt) {
    return replicas.stream().noneMatch(replica -> replica.index() == attempt.replicaIndex());
  }

  // Each restart begins an attempt of one replica, in the same write.
  private int restartCount() {
    long seen = attempts.stream().mapToLong(ReplicaAttempt::attempt).sum();
    long most =
        attempts.size() == replicas.size()
            ? seen
            : Math.max(seen, set.getSpec().trainingOrDefaults().maxRestarts());
    return (int)
        Math.clamp(
            stored.restartCount(),
            Math.min(seen, Integer.MAX_VALUE),
            Math.min(most, Integer.MAX_VALUE));
  }

  private List<Condition> withFailureTarget(int restarts) {
    if (AttemptReports.isFailing(stored)
        || replicas.stream().noneMatch(replica -> replica.isTold(Run.ENDED))) {
      return stored.conditions();
    }
    changes.add("its pods were told to end");
    return Conditions.set(
        stored.conditions(),
        Conditions.of(
            ConditionTypes.FAILURE_TARGET,
            true,
            restarts >= set.getSpec().trainingOrDefaults().maxRestarts()
                ? ConditionReasons.MAX_RESTARTS_EXCEEDED
                : ConditionReasons.MAX_RUNTIME_EXCEEDED,
            "the pods were told to end; what for is lost",
            set.getMetadata().getGeneration()),
        now);
  }

  // A job that has come to its end is never run again; one whose pods run has not.
  private @Nullable PodCliqueSetPhase phase(List<Condition> conditions) {
    PodCliqueSetPhase phase = stored.phase();
    if (phase == null || !phase.isFinal()) {
      return phase;
    }
    boolean isAccountedFor =
        phase == PodCliqueSetPhase.SUCCEEDED
            ? attempts.size() == replicas.size()
                && attempts.stream().allMatch(ReplicaAttempt::succeeded)
            : Conditions.isTrue(conditions, ConditionTypes.FAILURE_TARGET);
    return !isAccountedFor && replicas.stream().anyMatch(ReplicaRecord::runs)
        ? PodCliqueSetPhase.RUNNING
        : phase;
  }

  private static List<Condition> ofPhase(
      List<Condition> conditions, @Nullable PodCliqueSetPhase phase) {
    List<Condition> rest = conditions;
    if (phase != PodCliqueSetPhase.SUCCEEDED) {
      rest = Conditions.remove(rest, ConditionTypes.COMPLETE);
    }
    if (phase != PodCliqueSetPhase.FAILED) {
      rest = Conditions.remove(rest, ConditionTypes.FAILED);
    }
    return rest;
  }

  private @Nullable Instant startTime() {
    Instant start = stored.startTime();
    if (start == null ? !lost : isPossible(start)) {
      return start;
    }
    return first(AttemptFacts::startTime)
        .or(() -> first(AttemptFacts::oldest))
        .orElse(start == null ? null : possible(start));
  }

  private Optional<Instant> first(Function<AttemptFacts, @Nullable Instant> time) {
    return replicas.stream()
        .flatMap(replica -> replica.cliques().stream())
        .map(time)
        .filter(Objects::nonNull)
        .filter(this::isPossible)
        .min(Comparator.naturalOrder());
  }

  private Instant completionTime(@Nullable Instant start) {
    Instant completed = stored.completionTime();
    if (completed == null) {
      return WholeSecond.notBefore(now);
    }
    return start != null && completed.isBefore(start) ? start : possible(completed);
  }

  private boolean isPossible(Instant time) {
    return possible(time).equals(time);
  }

  private Instant possible(Instant time) {
    return WholeSecond.notToCome(notBeforeCreation(set, time), now);
  }

  /** A time of a job; nothing of it was before it was made. */
  public static Instant notBeforeCreation(PodCliqueSet set, Instant time) {
    String created = set.getMetadata().getCreationTimestamp();
    return created == null || !time.isBefore(Instant.parse(created))
        ? time
        : Instant.parse(created).truncatedTo(ChronoUnit.SECONDS);
  }
}
