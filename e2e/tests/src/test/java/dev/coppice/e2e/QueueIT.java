package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.gang.GuaranteedRuntime;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.RuntimeProtection;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueStatus;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.time.GoDuration;
import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.process.Checkout;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues: what they report, and what they do for gangs. */
@OnOwnOperators
class QueueIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(20);

  @TempDir private Path directory;

  private Kubectl kubectl;
  private KubernetesClient client;
  private OperatorProcess operator;

  @BeforeEach
  void start(ControlPlane plane, Kubectl administrator, KubernetesClient namespaced) {
    kubectl = administrator;
    client = namespaced;
    CrdInstallation.ofQueues(client, "coppice-tests");
    operator =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR))
            .configure("queue.enabled", true)
            .start();
  }

  @AfterEach
  void end() {
    operator.close();
    client.resources(Queue.class).delete();
  }

  private void apply(String name, String parent, String values) {
    kubectl.apply(
        """
        apiVersion: scheduling.run.ai/v2
        kind: Queue
        metadata: {name: %s}
        spec: {parentQueue: "%s", resources: {}%s}
        """
            .formatted(name, parent, values));
  }

  private Queue queue(String name) {
    return client.resources(Queue.class).withName(name).require();
  }

  private QueueStatus status(String name) {
    return queue(name).statusOrEmpty();
  }

  private PodGang gang(String name) {
    return client.resources(PodGang.class).withName(name).require();
  }

  private static String set(String name, int pods, String queue) {
    return Sets.manifest(name, 1, Sets.clique("a", pods, pods))
        .replace(
            "metadata: {name: %s}".formatted(name),
            "metadata: {name: %s, labels: {kai.scheduler/queue: %s}}".formatted(name, queue));
  }

  private void awaitSums(String name, String requested, String allocated) {
    await(name)
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .untilAsserted(() -> {
          assertThat(text(status(name).requested())).isEqualTo(requested);
          assertThat(text(status(name).allocated())).isEqualTo(allocated);
        });
  }

  private static String text(Map<String, ?> quantities) {
    return new TreeMap<>(quantities).toString();
  }

  @Test
  void children_and_sums_climb_three_levels_within_a_second_and_move_with_a_queue(
      ControlPlane plane, Recorder recorder) {
    apply("top", "", "");
    apply("other", "", "");
    apply("mid", "top", "");
    apply("leaf", "mid", "");
    await().atMost(PATIENCE).until(() -> status("mid").childQueues().equals(List.of("leaf")));
    await().atMost(PATIENCE).until(() -> status("top").childQueues().equals(List.of("mid")));

    kubectl.apply(set("web", 3, "leaf"));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    awaitSums("leaf", "{cpu=30m, memory=48Mi}", "{cpu=30m, memory=48Mi}");
    awaitSums("top", "{cpu=30m, memory=48Mi}", "{cpu=30m, memory=48Mi}");
    assertThat(recorder.rest().await(AtRest.ALL_IS_TOLD, PATIENCE)).isPresent();

    Instant moved = Instant.now();
    apply("mid", "other", "");
    awaitSums("top", "{}", "{}");
    awaitSums("other", "{cpu=30m, memory=48Mi}", "{cpu=30m, memory=48Mi}");
    assertThat(fromFirstToLast(plane, moved, 3)).isLessThan(SOON);
    assertThat(status("top").childQueues()).isEmpty();
    assertThat(status("other").childQueues()).containsExactly("mid");

    Instant scaled = Instant.now();
    kubectl.run("scale", "pclq", "web-0-a", "--replicas=1");
    awaitSums("other", "{cpu=10m, memory=16Mi}", "{cpu=10m, memory=16Mi}");
    assertThat(fromFirstToLast(plane, scaled, 3)).isLessThan(SOON);
    kubectl.run("delete", "pcs", "web", "--wait=false");
    awaitSums("other", "{}", "{}");
  }

  @Test
  void a_queue_counts_what_its_pods_are_stored_with_and_have(Recorder recorder) {
    apply("leaf", "", "");
    kubectl.apply(
        """
        apiVersion: v1
        kind: LimitRange
        metadata: {name: usual}
        spec: {limits: [{type: Container, defaultRequest: {memory: 32Mi}}]}
        """);
    String manifest =
        set("web", 2, "leaf")
            .replace(", memory: 16Mi", "")
            .replace("  template:", "  updateStrategy: {type: OnDelete}\n  template:");
    kubectl.apply(manifest);
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    String before = "{cpu=20m, memory=64Mi}";
    awaitSums("leaf", before, before);

    kubectl.apply(manifest.replace("cpu: 10m", "cpu: 50m"));
    kubectl.run(
        "wait",
        "--for=jsonpath={.spec.podSpec.containers[0].resources.requests.cpu}=50m",
        "pclq/web-0-a",
        "--timeout=60s");
    assertThat(recorder.rest().fromNow().await(AtRest.ALL_IS_TOLD, PATIENCE)).isPresent();
    awaitSums("leaf", before, before);

    String old = Sets.livePods(client, "web-0-a").getFirst().getMetadata().getName();
    kubectl.run(
        "delete", "pod", Sets.livePods(client, "web-0-a").getLast().getMetadata().getName());
    String mixed = "{cpu=60m, memory=64Mi}";
    awaitSums("leaf", mixed, mixed);

    status(old, "10m");
    kubectl.run(
        "patch",
        "pod",
        old,
        "--subresource=resize",
        "-p",
        "{\"spec\": {\"containers\": [{\"name\": \"main\", \"resources\": {\"requests\": {\"cpu\": \"30m\"}}}]}}");
    awaitSums("leaf", "{cpu=80m, memory=64Mi}", mixed);
    status(old, "30m");
    awaitSums("leaf", "{cpu=80m, memory=64Mi}", "{cpu=80m, memory=64Mi}");
  }

  /** What a kubelet tells of a resize. */
  private void status(String pod, String cpu) {
    kubectl.run(
        "patch",
        "pod",
        pod,
        "--subresource=status",
        "--type=json",
        "-p",
        """
        [{"op": "add", "path": "/status/containerStatuses/0/allocatedResources", "value": {"cpu": "CPU"}},
         {"op": "add", "path": "/status/containerStatuses/0/resources", "value": {"requests": {"cpu": "CPU"}}}]
        """
            .replace("CPU", cpu));
  }

  /** Of all writes about queues, the user's included. */
  private static Duration fromFirstToLast(ControlPlane plane, Instant from, int least) {
    List<Instant> received =
        Writes.in(plane.auditLog()).to("queues").between(from, Instant.now()).requests().stream()
            .map(request -> request.received())
            .sorted()
            .toList();
    assertThat(received).hasSizeGreaterThanOrEqualTo(least);
    return Duration.between(received.getFirst(), received.getLast());
  }

  @Test
  void what_is_wrong_with_a_queue_is_told_on_it() {
    apply("a", "b", "");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(status("a").conditions())
                .singleElement()
                .matches(c -> c.type().equals("Orphan") && c.status().equals("True")));
    apply("b", "a", ", preemptMinRuntime: 1d");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(status("a").conditions())
              .singleElement()
              .matches(c -> c.type().equals("Cycle") && c.message().endsWith("a -> b -> a"));
          assertThat(status("b").conditions())
              .extracting(c -> c.type())
              .containsExactlyInAnyOrder("Cycle", "InvalidMinRuntime");
        });

    apply("b", "", "");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(status("a").conditions()).isEmpty();
          assertThat(status("b").conditions()).isEmpty();
        });
  }

  @Test
  void a_gang_says_what_its_queues_promise_until_the_very_second_and_at_rest_nothing(
      ControlPlane plane, TestNamespace namespace, Recorder recorder) {
    apply("dept", "", ", reclaimMinRuntime: 30m");
    apply("team", "dept", ", preemptMinRuntime: 15s");
    kubectl.apply(set("web", 2, "team"));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    await().atMost(PATIENCE).until(() -> gang("web-0").statusOrEmpty().startTime() != null);
    Instant start = gang("web-0").statusOrEmpty().startTime();
    await().atMost(PATIENCE).until(() -> message().startsWith("in-queue until "));
    String promise =
        "in-queue until %s (15s, queue team); from other queues until %s (30m, queue dept)"
            .formatted(start.plusSeconds(15), start.plus(Duration.ofMinutes(30)));
    assertThat(message()).isEqualTo(promise);
    assertThat(kubectl.run("describe", "podgang", "web-0").out()).contains(promise);
    assertThat(client.pods().list().getItems())
        .hasSize(2)
        .allMatch(pod -> "team".equals(pod.getMetadata().getLabels().get("kai.scheduler/queue")));
    assertThat(gang("web-0").getMetadata().getLabels())
        .containsEntry("kai.scheduler/queue", "team");

    Instant due = start.plusSeconds(16);
    await().atMost(PATIENCE).until(() -> message().startsWith("in-queue no more since " + due));
    Instant told = firstTold(recorder, "in-queue no more since");
    assertThat(told).isBetween(due, due.plus(SOON));

    assertThat(recorder.rest().await(AtRest.ALL_IS_TOLD, PATIENCE)).isPresent();
    Instant from = Instant.now();
    assertThat(recorder.rest().fromNow().await(Duration.ofSeconds(5), PATIENCE)).isPresent();
    assertThat(AtRest.writes(plane, namespace).between(from, Instant.now()))
        .returns(0, Writes::count);
    assertThat(
            Writes.in(plane.auditLog())
                .by(PlaneUser.OPERATOR)
                .to("queues")
                .between(from, Instant.now()))
        .returns(0, Writes::count);

    apply("dept", "", ", reclaimMinRuntime: \"-1\"");
    Instant changed = Instant.now();
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .until(() -> message().contains("from other queues for ever (queue dept)"));
    assertThat(Duration.between(changed, Instant.now())).isLessThan(SOON);
    assertThat(kubectl.run("describe", "podgang", "web-0").out())
        .contains("NeverEvictable", "Queue/dept reclaimMinRuntime");

    kubectl.run("delete", "queue", "team");
    await()
        .atMost(PATIENCE)
        .until(() ->
            kubectl
                .run("get", "events", "--field-selector=reason=QueueNotFound")
                .out()
                .contains("team"));
  }

  /** The two worked trees of the seed, as they are written there. */
  @Test
  void the_trees_of_the_seed_promise_what_the_seed_says() {
    apply("a", "", "");
    apply("b", "a", ", reclaimMinRuntime: 600s");
    apply("c", "b", "");
    apply("d", "b", ", reclaimMinRuntime: 60s");
    apply("leaf1", "c", ", reclaimMinRuntime: 0s");
    apply("leaf2", "c", ", reclaimMinRuntime: 180s");
    apply("leaf3", "d", "");
    apply("p-a", "", "");
    apply("p-b", "p-a", ", preemptMinRuntime: 600s");
    apply("p-c", "p-b", "");
    apply("p-leaf1", "p-c", ", preemptMinRuntime: 300s");
    apply("p-leaf2", "p-c", "");
    kubectl.apply(
        String.join(
            "\n---\n",
            set("first", 1, "leaf1"),
            set("second", 1, "leaf2"),
            set("third", 1, "leaf3"),
            set("fourth", 1, "p-leaf1"),
            set("fifth", 1, "p-leaf2")));

    awaitPromise("third-0", "d", "60s", "Queue/d reclaimMinRuntime");
    awaitPromise("second-0", "leaf2", "180s", "Queue/leaf2 reclaimMinRuntime");
    awaitPromise("first-0", "c", "600s", "Queue/b reclaimMinRuntime");
    awaitPromise("fourth-0", null, "300s", "Queue/p-leaf1 preemptMinRuntime");
    awaitPromise("fifth-0", null, "600s", "Queue/p-b preemptMinRuntime");
  }

  /**
   * Waits until a gang that runs promises this.
   *
   * @param outside the queue that who asks is not below; null for one in the gang's own queue
   */
  private void awaitPromise(String gang, @Nullable String outside, String length, String from) {
    Duration minRuntime = Duration.parse("PT" + length);
    await(gang)
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> {
          PodGangStatus status = gang(gang).statusOrEmpty();
          RuntimeProtection protection = status.runtimeProtection();
          assertThat(
                  outside == null
                      ? Stream.of(protection.preempt())
                      : protection.reclaim().stream()
                          .filter(told -> outside.equals(told.preemptorOutside())))
              .containsExactly(
                  new GuaranteedRuntime(
                      outside,
                      GoDuration.format(minRuntime),
                      from,
                      status.startTime().plus(minRuntime)));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"queues", "queues-urgent", "queue-rbac"})
  void the_samples_are_accepted(String name) {
    Path file = Checkout.find().resolve("docs/samples/%s.yaml".formatted(name));

    assertThat(kubectl.run("apply", "--dry-run=server", "-f", file.toString()).out())
        .contains("created (server dry run)");
  }

  private String message() {
    return Conditions.find(gang("web-0").statusOrEmpty().conditions(), "RuntimeProtected")
        .map(Condition::getMessage)
        .orElse("");
  }

  private static Instant firstTold(Recorder recorder, String text) {
    List<RecordedEvent> told = new ArrayList<>(recorder.upToDate().ofKind("PodGang").toList());
    return told.stream()
        .filter(event -> event.status().path("conditions").toString().contains(text))
        .map(RecordedEvent::arrivedAt)
        .findFirst()
        .orElseThrow();
  }
}
