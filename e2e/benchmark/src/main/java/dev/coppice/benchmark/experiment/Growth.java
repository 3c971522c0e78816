package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Median;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.MeasuredOperator;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a pod costs as there are more of them: the CPU time of a warm operator from apply to rest,
 * by size, and how soon it replaces a lost pod among the fewest and the most.
 */
final class Growth implements Experiment {

  private static final double MOST_CPU = 1.15;
  private static final double MOST_WAIT = 1.5;

  private final String name;
  private final List<Size> sizes;
  private final Figure cpu;
  private final Figure replacement;

  /**
   * One size.
   *
   * @param label names its figures
   * @param namespaces how many there are
   * @param each what is in each of them
   */
  private record Size(String label, int namespaces, Workload each) {
    int pods() {
      return namespaces * each.pods();
    }

    Figure cpu() {
      return Figure.told(
          "cpu-a-pod-" + label,
          "CPU time of a warm operator from apply to rest, by pod, %d pods".formatted(pods()),
          Unit.MILLISECONDS_PER_POD);
    }

    Figure replacement() {
      return Figure.told(
          "replace-" + label,
          "from the deletion of a pod to its replacement, 99 of 100, among %d".formatted(pods()),
          Unit.MILLISECONDS);
    }
  }

  private Growth(String name, List<Size> sizes) {
    this.name = name;
    this.sizes = List.copyOf(sizes);
    cpu =
        Figure.atMost(
            MOST_CPU,
            "growth-" + name,
            "CPU time by pod at the dearest size, to that at the smallest",
            Unit.RATIO);
    replacement =
        Figure.atMost(
            MOST_WAIT,
            "growth-replace-" + name,
            "wait for the replacement of a pod at the largest size, to that at the smallest",
            Unit.RATIO);
  }

  /** One set of ever more replicas, each a gang of two pods. */
  static Growth ofReplicas(int... replicas) {
    return new Growth(
        "replicas",
        IntStream.of(replicas)
            .mapToObj(count -> new Size(count + "x2", 1, Workload.set("scale", count, 1, 2)))
            .toList());
  }

  /** Ever more sets of four pods in one namespace, and at last the most of them in several. */
  static Growth ofSets(int namespaces, int... sets) {
    List<Size> sizes = new ArrayList<>();
    IntStream.of(sets).forEach(count -> sizes.add(sets(count, 1)));
    sizes.add(sets(sets[sets.length - 1], namespaces));
    return new Growth("sets", sizes);
  }

  private static Size sets(int count, int namespaces) {
    return new Size(
        namespaces == 1 ? count + "-sets" : "%d-sets-in-%d".formatted(count, namespaces),
        namespaces,
        IntStream.range(0, count / namespaces)
            .mapToObj(index -> Workload.set("set-" + index, 1, 2, 2))
            .reduce(Workload::and)
            .orElseThrow());
  }

  @Override
  public List<Figure> figures() {
    return Stream.of(
            Stream.of(cpu, replacement),
            sizes.stream().map(Size::cpu),
            Stream.of(smallest(), densest()).map(Size::replacement))
        .flatMap(figures -> figures)
        .toList();
  }

  @Override
  public Findings measure(Site site, int rounds) {
    if (site.operator().isEmpty()) {
      return Findings.missing(figures(), Footprint.OUT_OF_REACH);
    }
    if (site.writes().isEmpty()) {
      return Findings.missing(figures(), WritesPerPod.NO_AUDIT_LOG);
    }
    warm(site);
    Map<Figure, List<Double>> values = new LinkedHashMap<>();
    try {
      for (int round = 1; round <= rounds; round++) {
        for (Size size : sizes) {
          measure(site, site.operator().get(), size, round, values);
        }
      }
    } catch (RuntimeException e) {
      // A failure must not cost what an hour has measured before it.
      site.progress().accept("failed: " + e);
      return findings(values).otherwise(figures(), Outcome.failed(e));
    }
    return findings(values);
  }

  private void warm(Site site) {
    Workload warm = Workload.set("warm", 1, 10, 100);
    try (BenchmarkNamespace namespace = BenchmarkNamespace.open(site, "bench-warm-" + name)) {
      namespace.raise(warm);
      namespace.fell(warm);
      site.settle();
    }
  }

  private void measure(
      Site site,
      MeasuredOperator operator,
      Size size,
      int round,
      Map<Figure, List<Double>> values) {
    List<BenchmarkNamespace> namespaces = new ArrayList<>();
    try {
      for (int index = 0; index < size.namespaces(); index++) {
        namespaces.add(
            BenchmarkNamespace.open(site, "bench-%s-%d-%d".formatted(size.label(), round, index)));
      }
      Duration before = operator.cpu();
      namespaces.forEach(namespace -> namespace.apply(size.each()));
      namespaces.forEach(namespace -> namespace.awaitReady(size.each()));
      site.settle();
      double milliseconds = operator.cpu().minus(before).toNanos() / 1e6 / size.pods();
      values.computeIfAbsent(size.cpu(), _ -> new ArrayList<>()).add(milliseconds);
      site.progress()
          .accept("round %d: %s: %.2f ms/pod".formatted(round, size.label(), milliseconds));
      if (size.equals(smallest()) || size.equals(densest())) {
        double wait = Replacements.slowest(site, namespaces.getFirst(), size.each());
        values.computeIfAbsent(size.replacement(), _ -> new ArrayList<>()).add(wait);
        site.progress().accept("round %d: %s: %.0f ms".formatted(round, size.label(), wait));
      }
      namespaces.forEach(namespace -> namespace.fell(size.each()));
      site.settle();
    } finally {
      namespaces.forEach(BenchmarkNamespace::close);
    }
  }

  private Size smallest() {
    return sizes.getFirst();
  }

  /** The first of those with the most pods in one namespace. */
  private Size densest() {
    int most = sizes.stream().mapToInt(size -> size.each().pods()).max().orElseThrow();
    return sizes.stream().filter(size -> size.each().pods() == most).findFirst().orElseThrow();
  }

  private Findings findings(Map<Figure, List<Double>> values) {
    Map<Figure, Double> medians = new LinkedHashMap<>();
    Findings findings = Findings.none();
    for (Map.Entry<Figure, List<Double>> measured : values.entrySet()) {
      medians.put(measured.getKey(), Median.of(measured.getValue()));
      findings = findings.with(measured.getKey(), Outcome.median(measured.getValue()));
    }
    findings = withRatio(findings, cpu, medians, sizes.stream().map(Size::cpu).toList());
    return withRatio(
        findings, replacement, medians, List.of(smallest().replacement(), densest().replacement()));
  }

  /** A ratio of some of the sizes would not be the one that is asked for. */
  private static Findings withRatio(
      Findings findings, Figure ratio, Map<Figure, Double> medians, List<Figure> sizes) {
    if (!medians.keySet().containsAll(sizes)) {
      return findings;
    }
    List<Double> bySize = sizes.stream().map(medians::get).toList();
    return findings.with(ratio, Outcome.of(Collections.max(bySize) / bySize.getFirst()));
  }
}
