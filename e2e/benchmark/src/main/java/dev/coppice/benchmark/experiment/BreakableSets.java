package dev.coppice.benchmark.experiment;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.benchmark.site.BenchmarkNamespace;
import dev.coppice.benchmark.site.Kind;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Workload;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.plane.AuditLog.Request;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Sets of one pod each that can be broken at once, and what the audit log tells of their teardowns.
 *
 * @param site where they are
 * @param namespace their namespace
 * @param names their names
 * @param delay how long a breach of them may last
 */
record BreakableSets(Site site, String namespace, List<String> names, Duration delay) {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final int AT_ONCE = 32;

  /** Otherwise the simulated node would soon report it Ready again. */
  private static final String STUCK =
      """
      {"metadata": {"annotations": {"%s": "%s"}}}
      """
          .formatted(SimAnnotations.STUCK, SimAnnotations.STUCK_UNREADY);

  private static final String NOT_READY =
      """
      {"status": {"conditions": [{"type": "Ready", "status": "False"}]}}
      """;

  /** What they are made of. */
  static Workload workload(List<String> names, Duration delay) {
    return names.stream()
        .map(name -> Workload.breakableSet(name, delay))
        .reduce(Workload::and)
        .orElseThrow();
  }

  /** So many names. */
  static List<String> named(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(index -> prefix + "-" + index).toList();
  }

  /** Makes them and waits until all have been available. */
  static BreakableSets raise(
      Site site, BenchmarkNamespace namespace, List<String> names, Duration delay) {
    namespace.raise(workload(names, delay));
    BreakableSets sets = new BreakableSets(site, namespace.name(), names, delay);
    sets.awaitAvailable();
    return sets;
  }

  /** Takes the readiness of their pods, of all at once. */
  private void breakAll() {
    List<Pod> pods = client().pods().inNamespace(namespace).list().getItems();
    atOnce(pods.stream().<Callable<?>>map(pod -> () -> breakPod(pod)).toList());
  }

  private Pod breakPod(Pod pod) {
    var handle = client().pods().resource(pod);
    handle.patch(PatchContext.of(PatchType.STRATEGIC_MERGE), STUCK);
    return handle
        .subresource("status")
        .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), NOT_READY);
  }

  /** Breaks them and waits until all of them have been made anew and were available. */
  void breakAllAndAwaitRecovery() {
    Set<String> before =
        cliques().stream().map(clique -> clique.getMetadata().getUid()).collect(toSet());
    breakAll();
    await("all sets of %s were torn down".formatted(namespace))
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .until(() -> cliques().stream().noneMatch(c -> before.contains(c.getMetadata().getUid())));
    awaitAvailable();
  }

  /** Does things as a client does that has so many threads as we have requests in flight. */
  static void atOnce(List<Callable<?>> calls) {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> all = calls.stream().<Future<?>>map(threads::submit).toList();
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Waits until all of them have been available since they were last made. */
  void awaitAvailable() {
    await("all sets of %s were available".formatted(namespace))
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .until(() ->
            cliques().size() == names.size()
                && cliques().stream().allMatch(clique -> clique.statusOrEmpty().wasAvailable()));
  }

  /** Their PodCliques, one each. */
  List<PodClique> cliques() {
    return client().resources(PodClique.class).inNamespace(namespace).list().getItems();
  }

  /**
   * By how much the first DELETE of each came later than the breach and the delay had said;
   * negative if it came too early.
   *
   * @param requests since just before they were broken
   */
  List<Duration> lateness(List<Request> requests) {
    Writes deletes =
        Writes.of(requests).inNamespace(namespace).to(Kind.CLIQUE.plural()).withVerb("delete");
    return client().resources(PodCliqueSet.class).inNamespace(namespace).list().getItems().stream()
        .map(set -> Duration.between(due(set), firstDelete(deletes, set)))
        .toList();
  }

  private Instant due(PodCliqueSet set) {
    return requireNonNull(set.statusOrEmpty().replicaDeletions().getLast().since()).plus(delay);
  }

  static Instant firstDelete(Writes deletes, PodCliqueSet set) {
    String clique = Names.standalonePodClique(set.getMetadata().getName(), 0, "role-0");
    return deletes.requests().stream()
        .filter(request -> request.name().equals(clique))
        .map(Request::received)
        .min(Instant::compareTo)
        .orElseThrow(() -> new IllegalStateException("nobody deleted " + clique));
  }

  KubernetesClient client() {
    return site.client();
  }
}
