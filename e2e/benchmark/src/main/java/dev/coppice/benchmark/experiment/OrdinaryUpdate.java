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

/** Gives a set that is well another image, again and again, while nothing else goes on. */
final class OrdinaryUpdate implements Experiment {

  private static final Figure WRITES =
      Figure.told(
          "writes-update",
          "API writes of the operator from a new image to rest, events included, by updated pod",
          Unit.WRITES_PER_POD);
  private static final Figure READS =
      Figure.told(
          "reads-update",
          "other API requests of the operator in that time, watches aside, by updated pod",
          Unit.READS_PER_POD);
  private static final Figure TIME =
      Figure.told(
          "time-update", "from the receipt of the new image to that of the last pod", Unit.SECONDS);

  private static final String SET = "update";
  private static final int WARM_UPS = 1;
  private static final int MEASURED = 5;

  @Override
  public List<Figure> figures() {
    return List.of(WRITES, READS, TIME);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    return site.writes()
        .map(meter -> measure(site, meter))
        .orElseGet(() -> Findings.missing(figures(), WritesPerPod.NO_AUDIT_LOG));
  }

  private static Findings measure(Site site, WriteMeter meter) {
    List<Double> writes = new ArrayList<>();
    List<Double> reads = new ArrayList<>();
    List<Duration> times = new ArrayList<>();
    try (BenchmarkNamespace namespace = BenchmarkNamespace.open(site, "bench-update")) {
      Workload set = Workload.updatableSet(SET, "0");
      namespace.raise(set);
      site.settle();
      for (int turn = 1; turn <= WARM_UPS + MEASURED; turn++) {
        Trail trail = meter.fromNow();
        namespace.reapply(Workload.updatableSet(SET, "v" + turn));
        namespace.awaitCreated((turn + 1) * set.pods());
        site.settle();
        Writes own = trail.writes();
        Duration time = time(Writes.of(trail.requests()).inNamespace(namespace.name()));
        site.detail().accept(() -> "%s%nupdated in %d ms".formatted(own, time.toMillis()));
        if (turn > WARM_UPS) {
          writes.add((double) own.count() / set.pods());
          reads.add((double) trail.reads() / set.pods());
          times.add(time);
        }
      }
      namespace.fell(set);
    }
    return Findings.none()
        .with(WRITES, Outcome.median(writes))
        .with(READS, Outcome.median(reads))
        .with(TIME, Outcome.medianSeconds(times));
  }

  static Duration time(Writes writes) {
    Instant start =
        writes.to(Kind.SET.plural()).toSubresource("").withVerb("patch").requests().stream()
            .map(Request::received)
            .min(Comparator.naturalOrder())
            .orElseThrow(() -> new IllegalStateException("the audit log tells of no new image"));
    return writes.creations(Kind.POD.plural()).requests().stream()
        .map(Request::received)
        .max(Comparator.naturalOrder())
        .map(last -> Duration.between(start, last))
        .orElseThrow(() -> new IllegalStateException("the audit log tells of no new pod"));
  }
}
