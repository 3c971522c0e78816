package dev.coppice.fuzz;

import java.util.Random;

/** Something that reads what comes from outside. Safe for use by one thread. */
interface Target {

  /** How it is named in reports. */
  String name();

  /** What else a report has to tell. */
  default String note() {
    return "";
  }

  /**
   * Makes an input.
   *
   * @param random says which
   */
  Attempt attempt(Random random);

  /**
   * An input, ready to be tried.
   *
   * @param input as text, for a report
   * @param trial tries it; an exception, or an error, is a finding
   */
  record Attempt(String input, Trial trial) {}

  /** What is done with an input. */
  @FunctionalInterface
  interface Trial {

    /**
     * Does it.
     *
     * @return how many bytes came back; 0 where nothing does
     * @throws AssertionError if what came back is wrong
     */
    int run() throws Exception;
  }
}
