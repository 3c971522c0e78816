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
    return none().otherwise(figures, Outcome.none(reason));
  }

  /** The same, and for those of the figures about which nothing is known one outcome. */
  public Findings otherwise(Collection<Figure> figures, Outcome outcome) {
    Map<Figure, Outcome> more = new LinkedHashMap<>(outcomes);
    figures.forEach(figure -> more.putIfAbsent(figure, outcome));
    return new Findings(more);
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
