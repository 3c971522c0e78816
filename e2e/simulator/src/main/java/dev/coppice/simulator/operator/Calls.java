package dev.coppice.simulator.operator;

import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;

/** How a call reaches the API server. */
@FunctionalInterface
public interface Calls {

  /** Makes the call. */
  Answer make(Action action);
}
