package dev.coppice.simulator.rule;

/** Ends a run at the step that broke a rule. */
public final class Broken extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Violation violation;

  /** A run that is over. */
  public Broken(String rule, String detail) {
    super(rule + ": " + detail);
    violation = new Violation(rule, detail);
  }

  /** What went wrong. */
  public Violation violation() {
    return violation;
  }
}
