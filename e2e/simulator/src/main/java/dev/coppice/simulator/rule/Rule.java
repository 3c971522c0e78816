package dev.coppice.simulator.rule;

import dev.coppice.core.reconcile.Outcome;

/** Holds for every call of the operator, and needs to see each, with what it was decided on. */
interface Rule {

  /**
   * Judges a call that was obeyed.
   *
   * @throws Broken if it should not have been made
   */
  void check(Write write, Outcome outcome);
}
