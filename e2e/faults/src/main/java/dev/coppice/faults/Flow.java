package dev.coppice.faults;

import dev.coppice.testkit.oracle.Invariant;
import java.util.List;

/**
 * Something that users do, during which faults strike.
 *
 * @param name as reports and command lines call it
 * @param given what is there before; no fault strikes yet
 * @param when what the user does; each step waits for what it brings about, so that the flow ends
 *     where the user has what was asked for
 * @param rules what holds for it besides the rules of every flow
 */
public record Flow(String name, Act given, Act when, List<Invariant> rules) {

  /** Copies the rules. */
  public Flow {
    rules = List.copyOf(rules);
  }

  Flow(String name, Act given, Act when) {
    this(name, given, when, List.of());
  }

  /** A user's doing. */
  @FunctionalInterface
  public interface Act {
    void in(Stage stage);
  }
}
