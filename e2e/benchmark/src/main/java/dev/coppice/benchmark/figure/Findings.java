package dev.coppice.benchmark.figure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an experiment found out.
 *
 * @param outcomes by figure
 */
public record Findings(Map<Figure, Outcome> outcomes) {

  public Findings {
    outcomes = Map.copyOf(outcomes);
  }

  /** Nothing yet. */
  public static Findings none() {
    return new Findings(Map.of());
  }

  /** Nothing of all that was wanted, for one reason. */
  public static Findings missing(Collection<Figure> figures, String reason) {
    Map<Figure, Outcome> outcomes = new LinkedHashMap<>();
    figures.forEach(figure -> outcomes.put(figure, Outcome.none(reason)));
    return new Findings(outcomes);
  }

  /** The same and one more. */
  public Findings with(Figure figure, Outcome outcome) {
    Map<Figure, Outcome> more = new LinkedHashMap<>(outcomes);
    more.put(figure, outcome);
    return new Findings(more);
  }

  /** What was found out about a figure. */
  public Outcome of(Figure figure) {
    return outcomes.getOrDefault(figure, Outcome.none("the experiment did not get that far"));
  }
}
