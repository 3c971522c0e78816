package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Trail;
import dev.coppice.benchmark.site.Workload;
import dev.coppice.benchmark.site.WriteMeter;
import dev.coppice.testkit.audit.Writes;
import java.util.List;

/** Brings a set up and counts what the operator wrote until it had nothing left to write. */
final class WritesPerPod implements Experiment {

  static final String NO_AUDIT_LOG = "the cluster's audit log is out of reach";

  private final Figure figure;
  private final int cliques;
  private final int podsPerClique;

  WritesPerPod(String name, double budget, int cliques, int podsPerClique) {
    this.figure =
        Figure.atMost(
            budget,
            name,
            "API writes of the operator from apply to rest, events included, for %d x %d pods"
                .formatted(cliques, podsPerClique),
            Unit.WRITES_PER_POD);
    this.cliques = cliques;
    this.podsPerClique = podsPerClique;
  }

  @Override
  public List<Figure> figures() {
    return List.of(figure);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    if (site.writes().isEmpty()) {
      return Findings.missing(figures(), NO_AUDIT_LOG);
    }
    return Findings.none().with(figure, count(site, site.writes().get()));
  }

  private Outcome count(Site site, WriteMeter meter) {
    Workload workload = Workload.set("writes", 1, cliques, podsPerClique);
    try (BenchmarkNamespace namespace = BenchmarkNamespace.open(site, "bench-" + figure.name())) {
      Trail trail = meter.fromNow();
      namespace.raise(workload);
      site.settle();
      Outcome outcome = perPod(site, trail.writes(), workload);
      namespace.fell(workload);
      return outcome;
    }
  }

  /** Writes as a share of the pods; the sorts of writes go to the curious. */
  static Outcome perPod(Site site, Writes writes, Workload workload) {
    site.detail().accept(writes::toString);
    return Outcome.of(
        (double) writes.count() / workload.pods(),
        "%d writes for %d pods".formatted(writes.count(), workload.pods()));
  }
}
