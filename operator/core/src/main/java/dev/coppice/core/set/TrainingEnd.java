package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.explain.ReplicaReadiness;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptReports;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Optional;

/** What is told of a training job that has come to its end, or is about to. */
final class TrainingEnd {

  private TrainingEnd() {}

  /**
   * The condition Ready of a job that ends; of others what they have.
   *
   * @param going what would be told if it went on
   */
  static ReadyCondition told(PodCliqueSetStatus status, ReplicaReadiness going) {
    return reached(status).orElseGet(() -> failing(status, going));
  }

  /** The condition Ready of a job that has come to its end; empty for every other. */
  static Optional<ReadyCondition> reached(PodCliqueSetStatus status) {
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

  /** Whether it has come to its end. */
  static boolean isReached(PodCliqueSetStatus status) {
    return status.phase() != null && status.phase().isFinal();
  }

  // What keeps the pods from going is told in place of what they were told to go for.
  private static ReadyCondition failing(PodCliqueSetStatus status, ReplicaReadiness readiness) {
    ReadyCondition going = readiness.told();
    return AttemptReports.isFailing(status) && going.state() != Readiness.BLOCKED
        ? new ReadyCondition(
            Readiness.DEGRADED,
            message(status, ConditionTypes.FAILURE_TARGET)
                + "; waits until every pod is gone"
                + readiness.remarks().hanging())
        : going;
  }

  private static String message(PodCliqueSetStatus status, String type) {
    return Conditions.find(status.conditions(), type).map(Condition::getMessage).orElse("");
  }
}
