package dev.coppice.core.training;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.ReplicaIndex;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a PodClique of a training job is told: the attempt that its replica is in, and whether its
 * pods may run. The set writes it, when it has recorded the same in its own status.
 *
 * @param attempt the attempt; 0 is the first
 * @param run whether pods may run
 */
public record AttemptMark(int attempt, Run run) {

  private static final String PATH = "/metadata/annotations";

  /** Whether the pods of an attempt may run. */
  public enum Run {
    /** Not before the pods of every earlier attempt are gone. */
    HELD("false"),
    /** They may. */
    RELEASED("true"),
    /** Never again: the job has failed. */
    ENDED("never");

    private final String text;

    Run(String text) {
      this.text = text;
    }

    /** The value of the annotation. */
    public String text() {
      return text;
    }

    private static Optional<Run> of(@Nullable String text) {
      return Stream.of(values()).filter(run -> run.text.equals(text)).findFirst();
    }
  }

  /** What a PodClique was told; empty if that cannot be read. */
  public static Optional<AttemptMark> of(HasMetadata clique) {
    Map<String, String> annotations = annotations(clique);
    return attempt(annotations.get(Annotations.RESTART_ATTEMPT))
        .flatMap(attempt ->
            Run.of(annotations.get(Annotations.ATTEMPT_RUN))
                .map(run -> new AttemptMark(attempt, run)));
  }

  /** For what a status was computed; empty if it does not say so. */
  static Optional<AttemptMark> reported(PodCliqueStatus status) {
    return Optional.ofNullable(status.attempt())
        .filter(attempt -> attempt >= 0)
        .flatMap(attempt -> Run.of(status.attemptRun()).map(run -> new AttemptMark(attempt, run)));
  }

  /** An attempt as it stands in an annotation or a label; empty if it is no number. */
  static Optional<Integer> attempt(@Nullable String text) {
    return text != null && text.matches("\\d{1,9}")
        ? Optional.of(Integer.valueOf(text))
        : Optional.empty();
  }

  private static Map<String, String> annotations(HasMetadata object) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  /** The PodClique, which is yet to be made, with the mark. */
  public PodClique on(PodClique fresh) {
    Map<String, String> marked = new TreeMap<>(annotations(fresh));
    marked.putAll(annotations());
    fresh.getMetadata().setAnnotations(marked);
    return fresh;
  }

  private Map<String, String> annotations() {
    return Map.of(
        Annotations.RESTART_ATTEMPT, Integer.toString(attempt), Annotations.ATTEMPT_RUN, run.text);
  }

  /** Whether another mark was given after this one. */
  public boolean isBehind(AttemptMark other) {
    return attempt < other.attempt || (attempt == other.attempt && run.compareTo(other.run) < 0);
  }

  /**
   * Whether a set has recorded what this mark tells one of its PodCliques. A mark of an earlier
   * attempt was: the set is about to replace it.
   */
  public boolean isRecordedIn(PodCliqueSet set, PodClique clique) {
    ReplicaAttempt record = record(set, clique);
    boolean isReleased =
        record.podCliques().stream()
            .anyMatch(released -> released.uid().equals(clique.getMetadata().getUid()));
    return attempt < record.attempt()
        || switch (run) {
          case HELD -> attempt == record.attempt() && !isReleased;
          case RELEASED -> attempt == record.attempt() && isReleased;
          case ENDED ->
              attempt == record.attempt() && AttemptReports.isFailing(set.statusOrEmpty());
        };
  }

  /** Whether a set has recorded that the work of this attempt is done. */
  public boolean isOfSucceeded(PodCliqueSet set, PodClique clique) {
    ReplicaAttempt record = record(set, clique);
    return record.succeeded() && record.attempt() == attempt;
  }

  private static ReplicaAttempt record(PodCliqueSet set, PodClique clique) {
    return AttemptReports.of(
        set.statusOrEmpty(), ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).orElse(0));
  }

  /** Whether a status was computed for this mark. */
  public boolean isReportedBy(PodCliqueStatus status) {
    return isOf(status) && run.text.equals(status.attemptRun());
  }

  /** Whether a status was computed for the same attempt. */
  public boolean isOf(PodCliqueStatus status) {
    return status.attempt() != null && status.attempt() == attempt;
  }

  /**
   * Gives the mark to a PodClique in view, but only as it was seen: a patch that was sent before a
   * crash must not land in a later attempt.
   */
  public JsonPatch patch(PodClique seen) {
    Map<String, String> there = annotations(seen);
    JsonPatch patch = JsonPatch.create();
    if (there.keySet().containsAll(annotations().keySet())) {
      annotations().keySet().stream()
          .sorted()
          .forEach(
              key -> patch.test(Pointer.child(PATH, key), Objects.requireNonNull(there.get(key))));
    } else {
      patch.test("/metadata/resourceVersion", seen.getMetadata().getResourceVersion());
    }
    if (there.isEmpty()) {
      return patch.add(PATH, annotations());
    }
    annotations().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .filter(wanted -> !wanted.getValue().equals(there.get(wanted.getKey())))
        .forEach(wanted -> patch.add(Pointer.child(PATH, wanted.getKey()), wanted.getValue()));
    return patch;
  }
}
