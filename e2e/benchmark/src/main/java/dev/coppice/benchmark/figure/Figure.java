package dev.coppice.benchmark.figure;

import java.util.OptionalDouble;

/**
 * Something that can be measured.
 *
 * @param name by which it is asked for and reported
 * @param meaning what exactly it tells
 * @param unit what its value counts
 * @param budget the most that it may be; empty for a figure that is only told
 */
public record Figure(String name, String meaning, Unit unit, OptionalDouble budget) {

  /** A figure that has to stay within a budget. */
  public static Figure atMost(double budget, String name, String meaning, Unit unit) {
    return new Figure(name, meaning, unit, OptionalDouble.of(budget));
  }

  /** A figure that is worth knowing. */
  public static Figure told(String name, String meaning, Unit unit) {
    return new Figure(name, meaning, unit, OptionalDouble.empty());
  }

  /** An outcome as people read it. */
  public String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured(double value, String _) -> unit.format(value);
      case Outcome.NotMeasured _ -> "-";
    };
  }

  /** Whether a value keeps within the budget; any value does where there is none. */
  public boolean allows(double value) {
    return budget.isEmpty() || value <= budget.getAsDouble();
  }
}
