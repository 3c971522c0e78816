package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.Kind;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Trail;
import dev.coppice.benchmark.site.Workload;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.plane.AuditLog.Request;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Pods that are deleted one after the other, each when the last one has been replaced. */
final class Replacements {

  private static final int LOST = 100;

  private Replacements() {}

  /** Milliseconds from a deletion to the receipt of the replacement, which 99 of 100 keep. */
  static double slowest(Site site, BenchmarkNamespace namespace, Workload workload) {
    // What the controllers of Kubernetes have not done yet is no part of what the operator does.
    site.settle(namespace.name());
    List<Pod> lost =
        site.client()
            .pods()
            .inNamespace(namespace.name())
            .list(new ListOptionsBuilder().withLimit((long) LOST).build())
            .getItems();
    Trail trail = site.writes().orElseThrow().fromNow();
    List<Instant> deletions = new ArrayList<>();
    for (Pod pod : lost) {
      deletions.add(site.clock().instant());
      site.client().resource(pod).delete();
      namespace.awaitCreated(workload.pods() + deletions.size());
    }
    List<Instant> creations =
        Writes.of(trail.requests())
            .inNamespace(namespace.name())
            .creations(Kind.POD.plural())
            .requests()
            .stream()
            .map(Request::received)
            .sorted()
            .toList();
    site.settle();
    return IntStream.range(0, lost.size())
        .mapToObj(i -> Duration.between(deletions.get(i), creations.get(i)).toNanos() / 1e6)
        .sorted(Comparator.reverseOrder())
        .skip(lost.size() / LOST)
        .findFirst()
        .orElseThrow();
  }
}
