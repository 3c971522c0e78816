package dev.coppice.simulator.operator;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;

/** How a call reaches the API server. */
@FunctionalInterface
public interface Calls {

  /** Makes the call. */
  Answer make(Action action);
}
