package dev.coppice.testkit.simulator;

import dev.coppice.core.model.ClusterModel;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.testkit.simulator.operator.OperatorCode;
import java.util.function.BiFunction;

/**
 * What is put to the test.
 *
 * @param code the decisions of all levels
 * @param calls how the executor turns an action into a call
 */
public record Subject(OperatorCode code, BiFunction<ClusterModel, Action, Answer> calls) {

  /** The code that runs in production. */
  public static Subject production() {
    return new Subject(OperatorCode.production(), ClusterModel::apply);
  }
}
