package dev.coppice.testkit.bench.experiment;

import dev.coppice.testkit.bench.figure.Figure;
import dev.coppice.testkit.bench.figure.Findings;
import dev.coppice.testkit.bench.site.Site;
import java.util.List;

/** A figure with a budget that cannot be measured before what it is about exists. */
record Unavailable(Figure figure, String reason) implements Experiment {

  @Override
  public List<Figure> figures() {
    return List.of(figure);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    return Findings.missing(figures(), reason);
  }
}
