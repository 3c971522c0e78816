package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Median;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.BenchmarkNamespace.Rise;
import dev.coppice.benchmark.site.Kind;
import dev.coppice.benchmark.site.MeasuredOperator;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A set of 10 cliques x 100 pods and 10 Deployments x 100 of the same pods, one after the other on
 * the same plane. Who goes first changes from round to round. Both are behind a headless Service:
 * most of the time goes by while kube-controller-manager writes its endpoints, as one round of the
 * Deployments without it shows.
 */
final class BesideDeployments implements Experiment {

  private static final Step CREATED =
      new Step("created", 1.3, "from apply until the last pod exists", Course::created);
  private static final Step READY =
      new Step("ready", 1.15, "from apply until all pods are Ready", Course::ready);
  private static final Step DELETED =
      new Step("deleted", 1.1, "from delete until the last owned object is gone", Course::deleted);
  private static final List<Step> STEPS = List.of(CREATED, READY, DELETED);

  private static final Figure CPU =
      Figure.told(
          "cpu-10x100",
          "CPU time of the operator from apply until all of 10 x 100 pods are gone again",
          Unit.SECONDS);

  private static final Workload SET = Workload.set("beside", 1, 10, 100);
  private static final Workload DEPLOYMENTS = Workload.deployments("beside", 10, 100);

  private static final Figure CREATED_BARE =
      Figure.told(
          "created-10x100-bare",
          "10 Deployments x 100 without a Service, once, from apply until the last pod exists",
          Unit.SECONDS);
  private static final Figure READY_BARE =
      Figure.told(
          "ready-10x100-bare",
          "10 Deployments x 100 without a Service, once, from apply until all pods are Ready",
          Unit.SECONDS);

  /** How one workload came and went. */
  private record Course(Duration created, Duration ready, Duration deleted, Duration cpu) {

    @Override
    public String toString() {
      return "created after %d ms, ready after %d ms, gone after %d ms; operator's CPU %d ms"
          .formatted(created.toMillis(), ready.toMillis(), deleted.toMillis(), cpu.toMillis());
    }
  }

  /** One thing that both are timed at. */
  private record Step(
      Figure ratio, Figure set, Figure deployments, Function<Course, Duration> time) {

    Step(String name, double budget, String meaning, Function<Course, Duration> time) {
      this(
          Figure.atMost(
              budget,
              name + "-10x100",
              "10 cliques x 100 against 10 Deployments x 100, " + meaning,
              Unit.RATIO),
          Figure.told(name + "-10x100-set", "10 cliques x 100, " + meaning, Unit.SECONDS),
          Figure.told(
              name + "-10x100-deployments", "10 Deployments x 100, " + meaning, Unit.SECONDS),
          time);
    }

    List<Duration> of(List<Course> courses) {
      return courses.stream().map(time).toList();
    }
  }

  @Override
  public List<Figure> figures() {
    return Stream.concat(
            STEPS.stream().flatMap(step -> Stream.of(step.ratio(), step.set(), step.deployments())),
            Stream.of(CREATED_BARE, READY_BARE, CPU))
        .toList();
  }

  @Override
  public Findings measure(Site site, int rounds) {
    List<Course> sets = new ArrayList<>();
    List<Course> deployments = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      if (round % 2 == 1) {
        sets.add(run(site, SET, "bench-set-" + round));
        deployments.add(run(site, DEPLOYMENTS, "bench-deployments-" + round));
      } else {
        deployments.add(run(site, DEPLOYMENTS, "bench-deployments-" + round));
        sets.add(run(site, SET, "bench-set-" + round));
      }
    }
    Course bare = run(site, DEPLOYMENTS.without(Kind.SERVICE), "bench-deployments-bare");
    Findings findings =
        Findings.none()
            .with(CREATED_BARE, Outcome.medianSeconds(List.of(bare.created())))
            .with(READY_BARE, Outcome.medianSeconds(List.of(bare.ready())))
            .with(
                CPU,
                site.operator().isPresent()
                    ? Outcome.medianSeconds(sets.stream().map(Course::cpu).toList())
                    : Outcome.none(Footprint.OUT_OF_REACH));
    for (Step step : STEPS) {
      Outcome set = Outcome.medianSeconds(step.of(sets));
      Outcome others = Outcome.medianSeconds(step.of(deployments));
      findings =
          findings
              .with(step.ratio(), ratio(step.of(sets), step.of(deployments)))
              .with(step.set(), set)
              .with(step.deployments(), others);
    }
    return findings;
  }

  private static Course run(Site site, Workload workload, String name) {
    try (BenchmarkNamespace namespace = BenchmarkNamespace.open(site, name)) {
      Duration before = cpu(site);
      Rise rise = namespace.raise(workload);
      site.settle();
      Duration deleted = namespace.fell(workload);
      Course course = new Course(rise.created(), rise.ready(), deleted, cpu(site).minus(before));
      site.progress().accept("%s: %s".formatted(name, course));
      return course;
    }
  }

  private static Duration cpu(Site site) {
    return site.operator().map(MeasuredOperator::cpu).orElse(Duration.ZERO);
  }

  static Outcome ratio(List<Duration> ours, List<Duration> theirs) {
    double own = median(ours);
    double other = median(theirs);
    return Outcome.of(own / other, String.format(Locale.ROOT, "%.1f s against %.1f s", own, other));
  }

  private static double median(List<Duration> times) {
    return Median.of(times.stream().map(Outcome::seconds).toList());
  }
}
