package dev.coppice.simulator;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.OperatorCode;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * What is put to the test.
 *
 * @param code makes the decisions of all levels, anew for each process
 * @param calls how the executor turns an action into a call
 */
public record Subject(Supplier<OperatorCode> code, BiFunction<ClusterModel, Action, Answer> calls) {

  /** The code that runs in production. */
  public static Subject production() {
    return of(OperatorCode.production());
  }

  /** The same where the stock scheduler places gangs. */
  public static Subject withNativeGangs() {
    return of(OperatorCode.withNativeGangs());
  }

  /** The same where there are queues. */
  public static Subject withQueues() {
    return of(OperatorCode.withQueues());
  }

  /** The same where templates are tried before they are used. */
  public static Subject withTrials() {
    return of(OperatorCode.withTrials());
  }

  private static Subject of(OperatorCode code) {
    return new Subject(() -> code, ClusterModel::apply);
  }
}
