package dev.coppice.app.configuration;

import java.util.List;

/** A configuration that cannot be used, with everything that is wrong with it. */
public final class InvalidConfigurationException extends Exception {

  private final transient List<String> problems;

  InvalidConfigurationException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Every problem as one line that can be read by itself. */
  public List<String> problems() {
    return problems;
  }
}
