package dev.coppice.simulator;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A run that can be repeated: what is applied, and all that happens to it.
 *
 * @param set the PodCliqueSet as YAML
 * @param steps what happens before everything is left to come to rest
 */
public record Script(String set, List<Step> steps) {

  private static final String DIVIDER = "---";

  public Script {
    steps = List.copyOf(steps);
  }

  /**
   * Reads a script as {@link #toString} writes it; what follows a {@code #} in a step is left out.
   */
  public static Script parse(String text) {
    int divider = text.indexOf("\n" + DIVIDER + "\n");
    if (divider < 0) {
      throw new IllegalArgumentException("no line \"" + DIVIDER + "\" between set and steps");
    }
    return new Script(
        text.substring(0, divider + 1),
        text.substring(divider + DIVIDER.length() + 2)
            .lines()
            .map(line -> line.replaceFirst("#.*", "").strip())
            .filter(line -> !line.isEmpty())
            .map(Step::parse)
            .toList());
  }

  /** The same set with other steps. */
  public Script with(List<Step> others) {
    return new Script(set, others);
  }

  @Override
  public String toString() {
    return set
        + DIVIDER
        + "\n"
        + steps.stream().map(step -> step + "\n").collect(Collectors.joining());
  }
}
