package dev.coppice.testkit.process;

/** Whether a process goes with the JVM that started it. */
public enum Lifetime {
  /** Killed at the latest when the JVM ends: what tests want. */
  ATTACHED,
  /** Lives on in a session of its own, to be found again by its record: what scripts want. */
  DETACHED
}
