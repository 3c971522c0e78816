package dev.coppice.benchmark.experiment;

import static java.util.Objects.requireNonNull;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.MeasuredOperator;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Trail;
import dev.coppice.benchmark.site.WriteMeter;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Many sets that break at once are torn down at once. A bare client then makes the same writes: it
 * tells what the API server could do.
 */
final class BreachBurst implements Experiment {

  private static final int SETS = 200;
  private static final Duration DELAY = Duration.ofSeconds(30);
  private static final Duration ALWAYS_ALLOWED = Duration.ofSeconds(2);
  private static final double AGAINST_BARE = 1.5;

  private static final Figure LAST =
      Figure.told(
          "breach-burst-200",
          "200 sets broken at once: from when a breach was over to the first DELETE, the latest",
          Unit.SECONDS);
  private static final Figure BARE =
      Figure.told(
          "breach-burst-200-bare",
          "a bare client makes the same 200 status updates and 200 DELETEs",
          Unit.SECONDS);
  private static final Figure RATIO =
      Figure.atMost(
          1,
          "breach-burst-200-allowed",
          "the former against what it may take: 2 s, or 1.5 times what the bare client takes",
          Unit.RATIO);

  @Override
  public List<Figure> figures() {
    return List.of(LAST, BARE, RATIO);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    if (site.writes().isEmpty()) {
      return Findings.missing(figures(), WritesPerPod.NO_AUDIT_LOG);
    }
    if (site.operator().isEmpty()) {
      return Findings.missing(figures(), Footprint.OUT_OF_REACH);
    }
    return measure(site, site.writes().get(), site.operator().get());
  }

  private static Findings measure(Site site, WriteMeter meter, MeasuredOperator operator) {
    List<String> names = BreakableSets.named("burst", SETS);
    try (BenchmarkNamespace namespace = BenchmarkNamespace.open(site, "bench-burst")) {
      BreakableSets sets = BreakableSets.raise(site, namespace, names, DELAY);
      site.settle();
      Trail trail = meter.fromNow();
      sets.breakAllAndAwaitRecovery();
      List<Duration> lateness = sets.lateness(trail.requests());
      site.settle();
      operator.stop();
      Duration bare;
      try {
        bare = tearDownByHand(sets);
      } finally {
        operator.start();
      }
      sets.awaitAvailable();
      namespace.fell(BreakableSets.workload(names, DELAY));
      return findings(lateness, bare);
    }
  }

  /** The verdict on how late the DELETEs came. */
  static Findings findings(List<Duration> lateness, Duration bare) {
    Outcome latest = BreachToDelete.latest(lateness);
    if (latest instanceof Outcome.NotMeasured(String reason)) {
      return Findings.missing(List.of(LAST, BARE, RATIO), reason);
    }
    double last = Outcome.seconds(Collections.max(lateness));
    double allowed =
        Math.max(Outcome.seconds(ALWAYS_ALLOWED), AGAINST_BARE * Outcome.seconds(bare));
    return Findings.none()
        .with(LAST, Outcome.of(last))
        .with(BARE, Outcome.of(Outcome.seconds(bare)))
        .with(RATIO, Outcome.of(last / allowed, "%.1f s are allowed".formatted(allowed)));
  }

  private static Duration tearDownByHand(BreakableSets sets) {
    Map<String, PodCliqueSet> owners =
        sets
            .client()
            .resources(PodCliqueSet.class)
            .inNamespace(sets.namespace())
            .list()
            .getItems()
            .stream()
            .collect(Collectors.toMap(set -> set.getMetadata().getUid(), Function.identity()));
    List<Callable<?>> teardowns =
        sets.cliques().stream()
            .<Callable<?>>map(clique -> () -> tearDown(sets, owners, clique))
            .toList();
    Instant start = sets.site().clock().instant();
    BreakableSets.atOnce(teardowns);
    return Duration.between(start, sets.site().clock().instant());
  }

  // The operator will find this and finish it as if it had begun it.
  private static List<?> tearDown(
      BreakableSets sets, Map<String, PodCliqueSet> owners, PodClique clique) {
    PodCliqueSet set =
        requireNonNull(owners.get(clique.getMetadata().getOwnerReferences().getFirst().getUid()));
    Instant now = sets.site().clock().instant().truncatedTo(ChronoUnit.SECONDS);
    DeletedPodClique listed =
        new DeletedPodClique(clique.getMetadata().getName(), clique.getMetadata().getUid(), 1);
    ReplicaDeletion record =
        new ReplicaDeletion(
            0, "MinAvailableBreached", listed.name(), 0, 1, now, now, null, null, List.of(listed));
    set.setStatus(
        PodCliqueSetStatusBuilder.builder(set.statusOrEmpty())
            .replicaDeletions(List.of(record))
            .build());
    sets.client().resource(set).updateStatus();
    return sets.client()
        .resource(clique)
        .withPropagationPolicy(DeletionPropagation.BACKGROUND)
        .delete();
  }
}
