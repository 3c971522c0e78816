package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptReports;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Optional;

/** What is told of a training job that has come to its end, or is about to. */
final class TrainingEnd {

  private TrainingEnd() {}

  /** The condition Ready; empty for a job that goes on, and for sets that are none. */
  static Optional<ReadyCondition> told(PodCliqueSetStatus status) {
    return switch (status.phase()) {
      case SUCCEEDED ->
          Optional.of(
              new ReadyCondition(Readiness.SUCCEEDED, message(status, ConditionTypes.COMPLETE)));
      case FAILED ->
          Optional.of(new ReadyCondition(Readiness.FAILED, message(status, ConditionTypes.FAILED)));
      case PENDING, RUNNING -> failing(status);
      case null -> failing(status);
    };
  }

  /** Whether it has come to its end. */
  static boolean isReached(PodCliqueSetStatus status) {
    return status.phase() != null && status.phase().isFinal();
  }

  private static Optional<ReadyCondition> failing(PodCliqueSetStatus status) {
    return AttemptReports.isFailing(status)
        ? Optional.of(
            new ReadyCondition(
                Readiness.DEGRADED,
                message(status, ConditionTypes.FAILURE_TARGET) + "; waits until every pod is gone"))
        : Optional.empty();
  }

  private static String message(PodCliqueSetStatus status, String type) {
    return Conditions.find(status.conditions(), type).map(Condition::getMessage).orElse("");
  }
}
