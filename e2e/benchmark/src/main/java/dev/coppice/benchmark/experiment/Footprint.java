package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.BenchmarkNamespace.Rise;
import dev.coppice.benchmark.site.MeasuredOperator;
import dev.coppice.benchmark.site.MeasuredOperator.Start;
import dev.coppice.benchmark.site.ProcessMemory;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Trail;
import dev.coppice.benchmark.site.Workload;
import dev.coppice.benchmark.site.WriteMeter;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What many pods cost the operator that holds them: a fresh process makes them, is weighed at rest,
 * and is then started anew twice, once with a new set waiting for it, once with nothing to do.
 */
final class Footprint implements Experiment {

  static final String OUT_OF_REACH = "the operator's process is out of reach";

  // What docs/operations/sizing.md tells to plan with.
  private static final double MEBIBYTES = 242;
  private static final double MEBIBYTES_PER_THOUSAND_PODS = 14;

  private static final int PODS_PER_SET = 1_000;
  private static final Duration REST = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Workload workload;
  private final Figure resident;
  private final Figure peak;
  private final Figure residentAfterRestart;
  private final Figure ready;
  private final Figure firstWrite;
  private final Figure writes;

  Footprint(int pods) {
    this.workload =
        IntStream.range(0, pods / PODS_PER_SET)
            .mapToObj(index -> Workload.set("weight-" + index, 1, 10, PODS_PER_SET / 10))
            .reduce(Workload::and)
            .orElseThrow();
    String at = "%d pods".formatted(pods);
    this.resident =
        Figure.atMost(
            MEBIBYTES + MEBIBYTES_PER_THOUSAND_PODS * pods / 1_000,
            "rss-" + pods,
            "resident memory of the process that made %s, at rest".formatted(at),
            Unit.MEBIBYTES);
    this.peak = Figure.told("rss-peak-" + pods, "the most that it ever held", Unit.MEBIBYTES);
    this.residentAfterRestart =
        Figure.told(
            "rss-restarted-" + pods,
            "resident memory of a process that found %s, at rest".formatted(at),
            Unit.MEBIBYTES);
    this.ready =
        Figure.told(
            "restart-ready-" + pods,
            "from the start of the process until it says that it is ready, with " + at,
            Unit.SECONDS);
    this.firstWrite =
        Figure.told(
            "restart-reconcile-" + pods,
            "from the start of the process to its first write for a set that waited, with " + at,
            Unit.SECONDS);
    this.writes =
        Figure.atMost(
            0,
            "restart-writes-" + pods,
            "API writes in the minute after a restart at rest, with " + at,
            Unit.WRITES);
  }

  @Override
  public List<Figure> figures() {
    return List.of(resident, peak, residentAfterRestart, ready, firstWrite, writes);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    if (site.operator().isEmpty()) {
      return Findings.missing(figures(), OUT_OF_REACH);
    }
    if (site.writes().isEmpty()) {
      return Findings.missing(figures(), WritesPerPod.NO_AUDIT_LOG);
    }
    return measure(site, site.operator().get(), site.writes().get());
  }

  private Findings measure(Site site, MeasuredOperator operator, WriteMeter meter) {
    operator.stop();
    operator.start();
    try (BenchmarkNamespace namespace =
        BenchmarkNamespace.open(site, "bench-weight-" + workload.pods())) {
      Rise rise = namespace.raise(workload);
      site.progress().accept("%d pods: %s".formatted(workload.pods(), rise));
      site.settle();
      ProcessMemory weight = operator.memory();
      Findings findings =
          restartAtRest(site, operator, meter, restartWithWork(site, operator, meter, namespace))
              .with(resident, Outcome.of(weight.residentMebibytes()))
              .with(peak, Outcome.of(weight.peakMebibytes()));
      namespace.fell(
          findings.of(firstWrite) instanceof Outcome.Measured ? workload.and(waiting()) : workload);
      return findings;
    }
  }

  private static Workload waiting() {
    return Workload.set("waiting", 1, 1, 1);
  }

  private Findings restartWithWork(
      Site site, MeasuredOperator operator, WriteMeter meter, BenchmarkNamespace namespace) {
    operator.stop();
    Trail trail = meter.fromNow();
    Optional<String> refusal = refusal(namespace);
    // Whatever comes of the set: others wait for the operator, such as finalizers of its own.
    Start start = operator.start();
    if (refusal.isPresent()) {
      site.settle();
      return Findings.none()
          .with(firstWrite, Outcome.none("no set while it was stopped: " + refusal.get()));
    }
    Instant first = trail.awaitFirstWrite(PATIENCE);
    namespace.awaitReady(workload.and(waiting()));
    site.settle();
    return Findings.none().with(firstWrite, Outcome.of(seconds(start.launched(), first)));
  }

  // An operator with its webhook in the same process refuses every set while it is stopped.
  private static Optional<String> refusal(BenchmarkNamespace namespace) {
    try {
      namespace.apply(waiting());
      return Optional.empty();
    } catch (KubernetesClientException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private Findings restartAtRest(
      Site site, MeasuredOperator operator, WriteMeter meter, Findings findings) {
    operator.stop();
    Trail trail = meter.fromNow();
    Start start = operator.start();
    site.pass(REST);
    site.detail().accept(() -> trail.writes().toString());
    return findings
        .with(
            ready,
            start
                .ready()
                .map(instant -> Outcome.of(seconds(start.launched(), instant)))
                .orElse(Outcome.none("it says nothing")))
        .with(writes, Outcome.of(trail.writes().count()))
        .with(residentAfterRestart, Outcome.of(operator.memory().residentMebibytes()));
  }

  private static double seconds(Instant from, Instant to) {
    return Outcome.seconds(Duration.between(from, to));
  }
}
