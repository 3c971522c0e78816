package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Outcome.Measured;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.BenchmarkNamespace.Rise;
import dev.coppice.benchmark.site.MeasuredOperator;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Trail;
import dev.coppice.benchmark.site.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Grove's scale test: a set of 500 replicas, each a gang of two pods; and then a minute of rest.
 */
final class ScaleFixture implements Experiment {

  private static final Figure WRITES =
      Figure.atMost(
          4.5,
          "writes-500x2",
          "API writes of the operator from apply to rest, events included, for 500 x 2 pods",
          Unit.WRITES_PER_POD);
  private static final Figure IDLE =
      Figure.atMost(
          0,
          "writes-idle",
          "API writes of the operator in a minute in which nothing happens, with 500 x 2 pods",
          Unit.WRITES);
  private static final Figure CREATED =
      Figure.atMost(
          15, "created-500x2", "from apply until the last of 500 x 2 pods exists", Unit.SECONDS);
  private static final Figure READY =
      Figure.atMost(22, "ready-500x2", "from apply until all 500 x 2 pods are Ready", Unit.SECONDS);

  private static final Figure CPU =
      Figure.atMost(
          8,
          "cpu-500x2",
          "CPU time of the operator from apply to rest, 500 x 2 pods",
          Unit.SECONDS);

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Workload workload = Workload.set("scale", 500, 1, 2);

  @Override
  public List<Figure> figures() {
    return List.of(WRITES, IDLE, CREATED, READY, CPU);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    List<Rise> rises = new ArrayList<>();
    List<Outcome> writes = new ArrayList<>();
    List<Duration> cpu = new ArrayList<>();
    Outcome idle = Outcome.none(WritesPerPod.NO_AUDIT_LOG);
    for (int round = 1; round <= rounds; round++) {
      try (BenchmarkNamespace namespace = BenchmarkNamespace.open(site, "bench-scale-" + round)) {
        Optional<Trail> trail = site.writes().map(meter -> meter.fromNow());
        Duration before = site.operator().map(MeasuredOperator::cpu).orElse(Duration.ZERO);
        Rise rise = namespace.raise(workload);
        site.progress().accept("round %d: %s".formatted(round, rise));
        rises.add(rise);
        site.settle();
        site.operator().ifPresent(operator -> cpu.add(operator.cpu().minus(before)));
        trail.ifPresent(seen -> writes.add(WritesPerPod.perPod(site, seen.writes(), workload)));
        if (round == rounds) {
          idle = idle(site);
        }
        namespace.fell(workload);
      }
    }
    return Findings.none()
        .with(WRITES, median(writes))
        .with(IDLE, idle)
        .with(CREATED, Outcome.medianSeconds(rises.stream().map(Rise::created).toList()))
        .with(READY, Outcome.medianSeconds(rises.stream().map(Rise::ready).toList()))
        .with(
            CPU, cpu.isEmpty() ? Outcome.none(Footprint.OUT_OF_REACH) : Outcome.medianSeconds(cpu));
  }

  private static Outcome idle(Site site) {
    Optional<Trail> trail = site.writes().map(meter -> meter.fromNow());
    if (trail.isEmpty()) {
      return Outcome.none(WritesPerPod.NO_AUDIT_LOG);
    }
    site.pass(MINUTE);
    site.detail().accept(() -> trail.get().writes().toString());
    return Outcome.of(trail.get().writes().count());
  }

  private static Outcome median(List<Outcome> rounds) {
    List<Double> values =
        rounds.stream()
            .<Double>mapMulti((outcome, take) -> {
              if (outcome instanceof Measured(double value, String _)) {
                take.accept(value);
              }
            })
            .toList();
    return values.isEmpty() ? Outcome.none(WritesPerPod.NO_AUDIT_LOG) : Outcome.median(values);
  }
}
