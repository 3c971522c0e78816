package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.Kind;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Trail;
import dev.coppice.benchmark.site.Workload;
import dev.coppice.benchmark.site.WriteMeter;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.plane.AuditLog.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How soon the pods of a small set exist, by the API server's own clock. */
final class TenPodSet implements Experiment {

  private static final Figure LATENCY =
      Figure.atMost(
          60,
          "ten-pod-set",
          "from the receipt of a set of 2 cliques x 5 to that of its last pod",
          Unit.MILLISECONDS);

  private static final int WARM_UPS = 3;
  private static final int MEASURED = 10;

  @Override
  public List<Figure> figures() {
    return List.of(LATENCY);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    if (site.writes().isEmpty()) {
      return Findings.missing(figures(), WritesPerPod.NO_AUDIT_LOG);
    }
    return Findings.none().with(LATENCY, measure(site, site.writes().get()));
  }

  private static Outcome measure(Site site, WriteMeter meter) {
    List<Double> latencies = new ArrayList<>();
    try (BenchmarkNamespace namespace = BenchmarkNamespace.open(site, "bench-ten")) {
      Workload all = Workload.set("ten-0", 1, 2, 5);
      for (int turn = 0; turn < WARM_UPS + MEASURED; turn++) {
        Workload set = Workload.set("ten-" + turn, 1, 2, 5);
        Trail trail = meter.fromNow();
        namespace.raise(set, turn * set.pods());
        site.settle();
        Duration latency =
            latency(Writes.of(trail.requests()).inNamespace(namespace.name()), set.pods());
        site.detail().accept(() -> "latency %d ms".formatted(latency.toMillis()));
        if (turn >= WARM_UPS) {
          latencies.add(latency.toNanos() / 1e6);
        }
        all = turn == 0 ? set : all.and(set);
      }
      namespace.fell(all);
    }
    return Outcome.median(latencies);
  }

  static Duration latency(Writes writes, int pods) {
    Instant set =
        created(writes, Kind.SET).stream().findFirst().orElseThrow(() -> missing("the set"));
    List<Instant> all = created(writes, Kind.POD);
    if (all.size() < pods) {
      throw missing("a pod");
    }
    return Duration.between(set, all.getLast());
  }

  private static IllegalStateException missing(String what) {
    return new IllegalStateException(
        "the audit log does not tell when %s was made".formatted(what));
  }

  private static List<Instant> created(Writes writes, Kind kind) {
    return writes.creations(kind.plural()).requests().stream()
        .map(Request::received)
        .sorted(Comparator.naturalOrder())
        .toList();
  }
}
