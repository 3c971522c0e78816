package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Trail;
import dev.coppice.benchmark.site.WriteMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** How exactly gang termination keeps to the instant that the stored breach and the delay give. */
final class BreachToDelete implements Experiment {

  private static final Figure LATEST =
      Figure.atMost(
          300,
          "breach-to-delete",
          "from the stored instant of a breach plus its delay to the first DELETE, the latest of 50",
          Unit.MILLISECONDS);

  private static final int BREACHES = 50;
  private static final Duration DELAY = Duration.ofSeconds(1);

  @Override
  public List<Figure> figures() {
    return List.of(LATEST);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    return site.writes()
        .map(meter -> Findings.none().with(LATEST, latest(measure(site, meter))))
        .orElseGet(() -> Findings.missing(figures(), WritesPerPod.NO_AUDIT_LOG));
  }

  private static List<Duration> measure(Site site, WriteMeter meter) {
    List<Duration> lateness = new ArrayList<>();
    List<String> one = List.of("broken");
    try (BenchmarkNamespace namespace = BenchmarkNamespace.open(site, "bench-breach")) {
      BreakableSets sets = BreakableSets.raise(site, namespace, one, DELAY);
      for (int breach = 0; breach < BREACHES; breach++) {
        Trail trail = meter.fromNow();
        sets.breakAllAndAwaitRecovery();
        lateness.addAll(sets.lateness(trail.requests()));
        site.detail().accept(() -> "late by %d ms".formatted(lateness.getLast().toMillis()));
      }
      namespace.fell(BreakableSets.workload(one, DELAY));
    }
    return lateness;
  }

  /** The largest of them; one that came too early is a defect and no figure. */
  static Outcome latest(List<Duration> lateness) {
    Duration earliest = Collections.min(lateness);
    if (earliest.isNegative()) {
      return Outcome.none("a DELETE came %d ms too early".formatted(-earliest.toMillis()));
    }
    List<Duration> sorted = lateness.stream().sorted().toList();
    return Outcome.of(
        sorted.getLast().toNanos() / 1e6,
        String.format(
            Locale.ROOT,
            "half of %d within %d ms",
            sorted.size(),
            sorted.get(sorted.size() / 2).toMillis()));
  }
}
