package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The experiments there are. */
public final class Experiments {

  /**
   * In the order of the table of budgets; the largest one comes last, since it strains the most.
   */
  public static final List<Experiment> ALL =
      List.of(
          new WritesPerPod("writes-1x1000", 1.1, 1, 1_000),
          new WritesPerPod("writes-8x16", 1.6, 8, 16),
          new ScaleFixture(),
          new TenPodSet(),
          new OrdinaryUpdate(),
          new BesideDeployments(),
          new BreachToDelete(),
          new BreachBurst(),
          new WebhookLatency(),
          new Footprint(1_000),
          new Footprint(10_000));

  /** Those that take hours, and are done only when one of their figures is named. */
  public static final List<Experiment> ON_DEMAND =
      List.of(
          Growth.ofReplicas(250, 500, 1_000, 2_000),
          Growth.ofSets(100, 250, 1_000, 4_000),
          new Footprint(20_000));

  private Experiments() {}

  /** All experiments, those on demand last. */
  public static Stream<Experiment> all() {
    return Stream.concat(ALL.stream(), ON_DEMAND.stream());
  }

  /** The names of all figures. */
  public static List<String> figureNames() {
    return all().flatMap(Experiments::names).toList();
  }

  /**
   * The experiments that measure at least one of some figures.
   *
   * @param names of the figures; empty for all but those on demand
   */
  public static List<Experiment> measuring(Collection<String> names) {
    for (String name : names) {
      if (!figureNames().contains(name)) {
        throw new IllegalArgumentException(
            "no figure %s; there are %s"
                .formatted(name, figureNames().stream().collect(Collectors.joining(", "))));
      }
    }
    return names.isEmpty()
        ? ALL
        : all().filter(experiment -> names(experiment).anyMatch(names::contains)).toList();
  }

  private static Stream<String> names(Experiment experiment) {
    return experiment.figures().stream().map(Figure::name);
  }
}
