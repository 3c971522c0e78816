package dev.coppice.simulator.operator;

/** A planner needed more rounds than any may. */
public final class Unsettled extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Unsettled(String message) {
    super(message);
  }
}
