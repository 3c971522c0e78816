package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Optional;

/** What is told of a training job that has come to its end. */
final class TrainingEnd {

  private TrainingEnd() {}

  /** The condition Ready; empty for a job that has not ended, and for sets that are none. */
  static Optional<ReadyCondition> told(PodCliqueSetStatus status) {
    return switch (status.phase()) {
      case SUCCEEDED ->
          Optional.of(
              new ReadyCondition(Readiness.SUCCEEDED, message(status, ConditionTypes.COMPLETE)));
      case FAILED ->
          Optional.of(new ReadyCondition(Readiness.FAILED, message(status, ConditionTypes.FAILED)));
      case PENDING, RUNNING -> Optional.empty();
      case null -> Optional.empty();
    };
  }

  private static String message(PodCliqueSetStatus status, String type) {
    return Conditions.find(status.conditions(), type).map(Condition::getMessage).orElse("");
  }
}
