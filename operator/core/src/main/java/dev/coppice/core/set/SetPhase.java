package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptReports;
import dev.coppice.core.training.Reconstruction;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a set is in its life, and when that began. */
final class SetPhase {

  private SetPhase() {}

  /** The stored status without what is said of training jobs alone, if the set is none. */
  static PodCliqueSetStatus known(SetView view) {
    PodCliqueSetStatus stored = view.status();
    return view.isTraining()
        ? stored
        : PodCliqueSetStatusBuilder.builder(stored)
            .phase(stored.phase() != null && stored.phase().isFinal() ? null : stored.phase())
            .restartCount(0)
            .startTime(null)
            .completionTime(null)
            .replicaAttempts(List.of())
            .lastFailures(List.of())
            .conditions(
                Conditions.remove(
                    Conditions.remove(
                        Conditions.remove(stored.conditions(), ConditionTypes.COMPLETE),
                        ConditionTypes.FAILED),
                    ConditionTypes.FAILURE_TARGET))
            .build();
  }

  /** A status with the phase, and the start of a training job, that PodCliques tell. */
  static PodCliqueSetStatus in(SetView view, PodCliqueSetStatus status) {
    List<PodCliqueStatus> parts =
        view.podCliques().staying().map(PodClique::statusOrEmpty).toList();
    return PodCliqueSetStatusBuilder.builder(status)
        .phase(phase(status, parts))
        .startTime(view.isTraining() ? startTime(view, status, parts) : null)
        .build();
  }

  // What is decided stays, and nothing that still runs while a job fails changes that.
  private static PodCliqueSetPhase phase(PodCliqueSetStatus status, List<PodCliqueStatus> parts) {
    PodCliqueSetPhase stored = status.phase();
    if (stored != null && (stored.isFinal() || AttemptReports.isFailing(status))) {
      return stored;
    }
    boolean runs = parts.stream().anyMatch(part -> part.runningReplicas() > 0);
    boolean isPartlyDone =
        parts.stream().anyMatch(part -> part.completedIndexes() != null)
            || status.replicaAttempts().stream().anyMatch(ReplicaAttempt::succeeded);
    return runs || isPartlyDone ? PodCliqueSetPhase.RUNNING : PodCliqueSetPhase.PENDING;
  }

  private static @Nullable Instant startTime(
      SetView view, PodCliqueSetStatus status, List<PodCliqueStatus> parts) {
    return status.startTime() != null
        ? status.startTime()
        : parts.stream()
            .map(PodCliqueStatus::startTime)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .map(start -> Reconstruction.notBeforeCreation(view.set(), start))
            .orElse(null);
  }
}
