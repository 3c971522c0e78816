package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.site.Site;
import java.util.List;

/** Something that is done to an operator in order to measure it. */
public interface Experiment {

  /** What it measures, in the order in which that is shown. */
  List<Figure> figures();

  /**
   * Does it, in namespaces of its own, and leaves nothing behind.
   *
   * @param rounds how often, where the figure is the median of several rounds
   */
  Findings measure(Site site, int rounds);
}
