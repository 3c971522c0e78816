package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitAllNew;
import static dev.coppice.e2e.Teardowns.awaitBreach;
import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.podsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.faults.FaultPlan;
import dev.coppice.faults.FaultProxy;
import dev.coppice.faults.Hold;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Since when a gang runs: what it survives, and what ends it. There is no Queue in the cluster. */
@OnOwnOperators
class StartTimeIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final Duration MIN_RUNTIME = Duration.ofMinutes(10);
  private static final String ANNOTATION = "kai.scheduler/last-start-timestamp";

  private static final String MANIFEST =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: web}
      spec:
        replicas: 1
        template:
          terminationDelay: 8s
          cliques:
          - {name: a, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
          - {name: b, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
      """;

  private static final String GROUP =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: web}
      spec:
        replicas: 1
        template:
          terminationDelay: 8s
          podCliqueScalingGroups:
          - {name: g, cliqueNames: [a, b], replicas: 2, minAvailable: 1}
          cliques:
          - {name: a, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
          - {name: b, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
      """;

  @TempDir private Path directory;

  private @Nullable OperatorProcess operator;

  @AfterEach
  void end(KubernetesClient client, TestNamespace namespace) {
    if (operator != null) {
      operator.close();
    }
    OnePodNodes.deleteAll(client, namespace);
  }

  private OperatorProcess start(String name, Path kubeconfig) {
    operator =
        OperatorProcess.in(directory.resolve(name), kubeconfig)
            .configure("queue.enabled", true)
            .configure("minRuntime.default.reclaim", "10m")
            .start();
    return operator;
  }

  private static PodGang gang(KubernetesClient client, String name) {
    return client.resources(PodGang.class).withName(name).require();
  }

  private static Instant awaitStart(KubernetesClient client, String name) {
    await()
        .atMost(PATIENCE)
        .until(() -> {
          PodGang gang = gang(client, name);
          Instant start = gang.statusOrEmpty().startTime();
          return start != null
              && start.toString().equals(gang.getMetadata().getAnnotations().get(ANNOTATION));
        });
    return gang(client, name).statusOrEmpty().startTime();
  }

  /** When each began: which of them is seen first nobody knows. */
  private static List<Instant> containers(KubernetesClient client) {
    return client.pods().list().getItems().stream()
        .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
        .map(container -> Instant.parse(container.getState().getRunning().getStartedAt()))
        .toList();
  }

  @Test
  void a_gang_keeps_its_start_through_restarts_and_replacements(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    OperatorProcess process = start("operator", plane.kubeconfig(PlaneUser.OPERATOR));
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 3);
    kubectl.apply(MANIFEST.replace("SELECTOR", places.selector()));
    List<Pod> first = awaitReady(client, 2);
    Instant start = awaitStart(client, "web-0");

    assertThat(start).isIn(containers(client));
    kubectl.run(
        "wait",
        "--for=jsonpath={.status.conditions[?(@.type==\"RuntimeProtected\")].reason}=MinRuntimeNotReached",
        "podgang/web-0",
        "--timeout=30s");
    assertThat(kubectl.run("describe", "podgang", "web-0").out())
        .contains(
            "from other queues until %s (10m, default of all node pools)"
                .formatted(start.plus(MIN_RUNTIME)),
            "NodePool/default");

    assertThat(
            kubectl
                .call(
                    "",
                    "patch",
                    "podgang",
                    "web-0",
                    "--subresource=status",
                    "--type=merge",
                    "--patch={\"status\": {\"startTime\": \"2026-01-02T03:04:05+02:00\"}}")
                .err())
        .as("a time that would be written again in other words")
        .contains("status.startTime", "should match");

    assertThat(recorder.rest().await(AtRest.ALL_IS_TOLD, PATIENCE)).isPresent();
    process.kill();
    Instant from = Instant.now();
    operator = process.startAgain();
    assertThat(recorder.rest().fromNow().await(Duration.ofSeconds(5), PATIENCE)).isPresent();
    assertThat(AtRest.writes(plane, namespace).between(from, Instant.now()))
        .returns(0, Writes::count);

    client.resource(podsOf(first, "web-0-a").getFirst()).delete();
    awaitReady(client, 2);
    await()
        .atMost(PATIENCE)
        .until(() ->
            Sets.clique(client, "web-0-a").statusOrEmpty().assignedSince() != null
                && Sets.clique(client, "web-0-a").statusOrEmpty().assignedSince().isAfter(start));
    assertThat(recorder.rest().await(QUIET, PATIENCE)).isPresent();
    assertThat(awaitStart(client, "web-0")).isEqualTo(start);
  }

  @Test
  void the_loss_of_all_places_is_written_down_before_a_pod_is_made_again_and_ends_it(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    start("operator", plane.kubeconfig(PlaneUser.OPERATOR));
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 2);
    kubectl.apply(
        MANIFEST.replace("SELECTOR", places.selector()).replace("    terminationDelay: 8s\n", ""));
    List<Pod> first = awaitReady(client, 2);
    Instant start = awaitStart(client, "web-0");
    await().atMost(PATIENCE).until(() -> Instant.now().isAfter(start.plusSeconds(2)));

    places.cordon();
    first.forEach(pod -> client.resource(pod).delete());
    awaitAllNew(client, first, 2);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(gang(client, "web-0").statusOrEmpty().startTime()).isNull();
          assertThat(gang(client, "web-0").getMetadata().getAnnotations())
              .doesNotContainKey(ANNOTATION);
        });
    places.uncordon();
    awaitReady(client, 2);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(awaitStart(client, "web-0")).isAfter(start));
    assertThat(awaitStart(client, "web-0")).isIn(containers(client));
    for (String clique : List.of("web-0-a", "web-0-b")) {
      long absent =
          recorder
              .upToDate()
              .ofKind("PodClique")
              .filter(event -> event.name().equals(clique))
              .filter(event -> event.status().has("replicas"))
              .filter(event -> event.resourceVersion() > bound(recorder, clique))
              .filter(event -> !event.status().has("assignedSince"))
              .mapToLong(RecordedEvent::resourceVersion)
              .findFirst()
              .orElseThrow();
      assertThat(made(recorder, clique)).as(clique).hasSize(2).last().matches(v -> v > absent);
    }
  }

  private static long bound(Recorder recorder, String clique) {
    return recorder
        .recording()
        .ofKind("PodClique")
        .filter(event -> event.name().equals(clique) && event.status().has("assignedSince"))
        .mapToLong(RecordedEvent::resourceVersion)
        .findFirst()
        .orElseThrow();
  }

  private static List<Long> made(Recorder recorder, String clique) {
    return recorder
        .recording()
        .ofKind("Pod")
        .filter(event -> event.type() == ChangeType.ADDED && event.name().startsWith(clique))
        .map(RecordedEvent::resourceVersion)
        .toList();
  }

  @Test
  void a_teardown_ends_the_time_of_a_gang_before_it_deletes_though_the_operator_dies_between(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 2);
    try (FaultProxy proxy =
        FaultProxy.start(plane.kubeconfig(PlaneUser.OPERATOR), directory.resolve("proxy"))) {
      FaultPlan plan = FaultPlan.undisturbed(namespace.name());
      proxy.follow(plan);
      OperatorProcess victim = start("victim", proxy.kubeconfig());
      // Time enough for all that the breach brings before it is due.
      kubectl.apply(
          MANIFEST.replace("SELECTOR", places.selector()).replace("Delay: 8s", "Delay: 15s"));
      List<Pod> before = awaitReady(client, 2);
      Instant start = awaitStart(client, "web-0");
      places.lose(podsOf(before, "web-0-a").getFirst());
      awaitBreach(client, "web-0-a");
      assertThat(recorder.rest().await(QUIET, PATIENCE)).isPresent();

      // What the gang still says of the breach goes through.
      boolean killed = false;
      while (!killed) {
        try (Hold _ = proxy.hold("PATCH podgangs/web-0/status")) {
          int seen = plan.writes().size();
          await()
              .atMost(PATIENCE)
              .until(() ->
                  plan.writes().stream()
                      .skip(seen)
                      .anyMatch(write -> write.call().equals("PATCH podgangs/web-0/status")));
          if (isDeleting(client)) {
            victim.kill();

            assertThat(client.resources(PodClique.class).list().getItems())
                .hasSize(2)
                .allMatch(clique -> clique.getMetadata().getDeletionTimestamp() == null);
            assertThat(gang(client, "web-0").statusOrEmpty().startTime()).isEqualTo(start);

            start("next", plane.kubeconfig(PlaneUser.OPERATOR));
            awaitAllNew(client, before, 2);
            killed = true;
          }
        }
      }
      places.uncordon();
      awaitReady(client, 2);

      Instant next = awaitStart(client, "web-0");
      assertThat(next).isAfter(start).isIn(containers(client));
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(gang(client, "web-0").statusOrEmpty().runtimeProtection().reclaim())
                  .singleElement()
                  .matches(told -> next.plus(MIN_RUNTIME).equals(told.protectedUntil())));
      assertClearedBeforeTheFirstDelete(recorder, "web-0", List.of("web-0-a", "web-0-b"));
    }
  }

  private static boolean isDeleting(KubernetesClient client) {
    return Sets.set(client, "web").statusOrEmpty().replicaDeletions().stream()
        .anyMatch(ReplicaDeletion::deleting);
  }

  @Test
  void a_group_that_tears_down_a_replica_ends_the_time_of_its_gang_first(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    start("operator", plane.kubeconfig(PlaneUser.OPERATOR));
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 4);
    kubectl.apply(GROUP.replace("SELECTOR", places.selector()));
    List<Pod> before = awaitReady(client, 4);
    Instant start = awaitStart(client, "web-0-g-0");
    Instant ofBase = awaitStart(client, "web-0");

    places.lose(podsOf(before, "web-0-g-1-a").getFirst());
    awaitBreach(client, "web-0-g-1-a");
    awaitAllNew(
        client,
        before.stream().filter(pod -> pod.getMetadata().getName().startsWith("web-0-g-1")).toList(),
        4);
    places.uncordon();
    awaitReady(client, 4);

    assertThat(awaitStart(client, "web-0-g-0")).isAfter(start);
    assertThat(awaitStart(client, "web-0")).isEqualTo(ofBase);
    assertClearedBeforeTheFirstDelete(recorder, "web-0-g-0", List.of("web-0-g-1-a", "web-0-g-1-b"));
  }

  private static void assertClearedBeforeTheFirstDelete(
      Recorder recorder, String gang, List<String> cliques) {
    List<RecordedEvent> events = recorder.upToDate().events();
    long told =
        events.stream()
            .filter(event -> event.kind().equals("PodGang") && event.name().equals(gang))
            .filter(event -> event.status().has("startTime"))
            .mapToLong(RecordedEvent::resourceVersion)
            .findFirst()
            .orElseThrow();
    long cleared =
        events.stream()
            .filter(event -> event.kind().equals("PodGang") && event.name().equals(gang))
            .filter(event -> event.resourceVersion() > told)
            .filter(event -> !event.status().has("startTime"))
            .mapToLong(RecordedEvent::resourceVersion)
            .findFirst()
            .orElseThrow();
    assertThat(
            events.stream()
                .filter(event -> event.kind().equals("PodClique"))
                .filter(event -> cliques.contains(event.name()))
                .filter(event -> event.type() == ChangeType.DELETED)
                .map(RecordedEvent::resourceVersion))
        .hasSize(2)
        .allMatch(deleted -> deleted > cleared);
  }
}
