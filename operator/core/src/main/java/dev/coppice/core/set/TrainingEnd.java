package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptReports;
import io.fabric8.kubernetes.api.model.Condition;

/** What is told of a training job that has come to its end, or is about to. */
final class TrainingEnd {

  private TrainingEnd() {}

  /**
   * The condition Ready of a job that ends; of others what they have.
   *
   * @param going what would be told if it went on
   */
  static ReadyCondition told(PodCliqueSetStatus status, ReadyCondition going) {
    return switch (status.phase()) {
      case SUCCEEDED ->
          new ReadyCondition(Readiness.SUCCEEDED, message(status, ConditionTypes.COMPLETE));
      case FAILED -> new ReadyCondition(Readiness.FAILED, message(status, ConditionTypes.FAILED));
      case PENDING, RUNNING -> failing(status, going);
      case null -> failing(status, going);
    };
  }

  /** Whether it has come to its end. */
  static boolean isReached(PodCliqueSetStatus status) {
    return status.phase() != null && status.phase().isFinal();
  }

  // What keeps the pods from going is told in place of what they were told to go for.
  private static ReadyCondition failing(PodCliqueSetStatus status, ReadyCondition going) {
    return AttemptReports.isFailing(status) && going.state() != Readiness.BLOCKED
        ? new ReadyCondition(
            Readiness.DEGRADED,
            message(status, ConditionTypes.FAILURE_TARGET) + "; waits until every pod is gone")
        : going;
  }

  private static String message(PodCliqueSetStatus status, String type) {
    return Conditions.find(status.conditions(), type).map(Condition::getMessage).orElse("");
  }
}
