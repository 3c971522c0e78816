package dev.coppice.simulator.operator;

/** What becomes of one call and its answer. */
public enum Delivery {
  /** Both arrive. */
  WHOLE,
  /** The call is obeyed, the answer is lost. */
  ANSWER_LOST,
  /** The call is lost on its way; it may land later. */
  CALL_LOST,
  /** The API server is not well: 500. */
  REFUSED,
  /** A quota stands in the way: 403. */
  FORBIDDEN
}
