package dev.coppice.benchmark.site;

import static org.awaitility.Awaitility.await;

import dev.coppice.benchmark.site.Workload.Root;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.plane.AuditLog.Request;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A namespace of one experiment, which it leaves as if it had never been. */
public final class BenchmarkNamespace implements AutoCloseable {

  /** On a machine with everything else to do, a pod takes a tenth of a second to come or to go. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration PATIENCE_PER_THOUSAND_PODS = Duration.ofMinutes(2);
  private static final Duration PATIENCE_NAMESPACE = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** What kubectl asks for; without a body the client would make a GET of it. */
  private static final String BACKGROUND =
      """
      {"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": "Background"}
      """;

  private final Site site;
  private final String namespace;
  private final ObjectWatch pods;

  private BenchmarkNamespace(Site site, String namespace, ObjectWatch pods) {
    this.site = site;
    this.namespace = namespace;
    this.pods = pods;
  }

  /**
   * How a workload came up.
   *
   * @param created from just before the first request until the API server had answered the last
   *     create of a pod; where there is no audit log, until that pod was seen
   * @param ready from just before the first request until all pods were seen to be Ready
   */
  public record Rise(Duration created, Duration ready) {

    @Override
    public String toString() {
      return "created after %d ms, ready after %d ms"
          .formatted(created.toMillis(), ready.toMillis());
    }
  }

  /** Makes the namespace and watches its pods. */
  public static BenchmarkNamespace open(Site site, String namespace) {
    KubernetesClient client = site.client();
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    // Without it the API server refuses every pod.
    await("the service account of " + namespace)
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .until(() ->
            client.serviceAccounts().inNamespace(namespace).withName("default").get() != null);
    return new BenchmarkNamespace(site, namespace, ObjectWatch.open(site, Kind.POD, namespace));
  }

  /** Creates a workload and waits until all pods here are Ready, {@code before} of them already. */
  public Rise raise(Workload workload, int before) {
    Optional<Trail> trail = site.writes().map(meter -> meter.fromNow());
    Instant start = site.clock().instant();
    apply(workload);
    int all = before + workload.pods();
    Instant seen = pods.awaitCreated(all, patience(workload));
    Instant ready = pods.awaitReady(all, patience(workload));
    Instant created = trail.flatMap(t -> created(t.requests(), workload.pods())).orElse(seen);
    return new Rise(Duration.between(start, created), Duration.between(start, ready));
  }

  // Whoever watches on a busy machine hears of it seconds later.
  private Optional<Instant> created(List<Request> requests, int count) {
    return Writes.of(requests)
        .inNamespace(namespace)
        .creations(Kind.POD.plural())
        .requests()
        .stream()
        .map(Request::answered)
        .sorted()
        .skip(count - 1L)
        .findFirst();
  }

  /** Creates a workload, whatever comes of it. */
  public void apply(Workload workload) {
    for (Root root : workload.roots()) {
      site.client().raw(root.kind().path(namespace), "POST", root.json());
    }
  }

  /** Applies a workload that is there already, with what has changed in it. */
  public void reapply(Workload workload) {
    for (Root root : workload.roots()) {
      site.client()
          .resource(Serialization.unmarshal(root.json(), GenericKubernetesResource.class))
          .inNamespace(namespace)
          .forceConflicts()
          .serverSideApply();
    }
  }

  /** Waits until so many pods have been created, however many have gone since. */
  public void awaitCreated(int count) {
    pods.awaitCreated(count, PATIENCE);
  }

  /** Waits until as many pods as a workload has are Ready. */
  public void awaitReady(Workload workload) {
    pods.awaitReady(workload.pods(), patience(workload));
  }

  /** Creates a workload where there is none and waits until all its pods are Ready. */
  public Rise raise(Workload workload) {
    return raise(workload, 0);
  }

  /**
   * Deletes a workload, the only one here, and waits until all that it owned is gone; returns how
   * long that took from just before the first request.
   */
  public Duration fell(Workload workload) {
    Map<Kind, ObjectWatch> watches = new LinkedHashMap<>();
    // Asked first: once the pods are gone, the other watches have long told what there was.
    watches.put(Kind.POD, pods);
    try {
      List<Kind> kinds = new ArrayList<>(workload.owned());
      kinds.addAll(workload.roots().stream().map(Root::kind).distinct().toList());
      kinds.remove(Kind.POD);
      for (Kind kind : kinds) {
        watches.put(kind, ObjectWatch.open(site, kind, namespace));
      }
      Instant start = site.clock().instant();
      for (Root root : workload.roots()) {
        site.client().raw(root.kind().path(namespace) + "/" + root.name(), "DELETE", BACKGROUND);
      }
      Instant last =
          watches.values().stream()
              .map(watch -> watch.awaitGone(patience(workload)))
              .max(Comparator.naturalOrder())
              .orElseThrow();
      return Duration.between(start, last);
    } finally {
      watches.remove(Kind.POD);
      watches.values().forEach(ObjectWatch::close);
    }
  }

  private static Duration patience(Workload workload) {
    return PATIENCE.plus(PATIENCE_PER_THOUSAND_PODS.multipliedBy(workload.pods()).dividedBy(1_000));
  }

  /** Its name. */
  public String name() {
    return namespace;
  }

  @Override
  public void close() {
    pods.close();
    var handle = site.client().namespaces().withName(namespace);
    handle.delete();
    await("namespace " + namespace + " is gone")
        .atMost(PATIENCE_NAMESPACE)
        .pollInterval(LOOK)
        .until(() -> handle.get() == null);
  }
}
