package dev.coppice.e2e;

import static dev.coppice.e2e.PodStatuses.condition;
import static dev.coppice.e2e.PodStatuses.exitCode;
import static dev.coppice.e2e.PodStatuses.isReady;
import static dev.coppice.e2e.PodStatuses.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnControlPlane;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.AuditLog;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the other end-to-end tests take for granted of the plane that they run on. */
@OnControlPlane
class ControlPlaneIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private KubernetesClient client;

  @BeforeEach
  void keep(KubernetesClient namespaced) {
    client = namespaced;
  }

  @Test
  void a_pod_is_scheduled_and_becomes_ready() {
    create(pod("plain", Map.of()));

    Pod pod = awaitPod("plain", PodStatuses::isReady);

    assertThat(phase(pod)).isEqualTo("Running");
    assertThat(condition(pod, "PodScheduled")).contains("True");
    assertThat(condition(pod, "Initialized")).contains("True");
    assertThat(pod.getSpec().getNodeName()).isNotEmpty();
    assertThat(pod.getStatus().getPodIP()).isNotEmpty();
  }

  @Test
  void a_slow_pod_runs_and_becomes_ready_only_after_its_delays() {
    Instant created = Instant.now();
    create(
        pod(
            "slow",
            Map.of(SimAnnotations.START_DELAY, "1s", SimAnnotations.READY_DELAY, "1500ms")));

    awaitPod("slow", pod -> phase(pod).equals("Running") && !isReady(pod));
    awaitPod("slow", PodStatuses::isReady);

    assertThat(Duration.between(created, Instant.now())).isGreaterThan(Duration.ofMillis(2500));
  }

  @Test
  void stuck_pods_stay_pending_or_unready_while_others_go_on() {
    create(pod("starting", Map.of(SimAnnotations.STUCK, SimAnnotations.STUCK_STARTING)));
    create(pod("unready", Map.of(SimAnnotations.STUCK, SimAnnotations.STUCK_UNREADY)));
    create(pod("later", Map.of(SimAnnotations.START_DELAY, "2s")));

    awaitPod("later", PodStatuses::isReady);

    assertThat(phase(get("starting"))).isEqualTo("Pending");
    assertThat(condition(get("starting"), "PodScheduled")).contains("True");
    assertThat(phase(get("unready"))).isEqualTo("Running");
    assertThat(isReady(get("unready"))).isFalse();
  }

  @Test
  void containers_that_exit_end_a_pod_that_is_not_restarted() {
    create(
        restarting(
            "Never",
            pod(
                "failing",
                Map.of(SimAnnotations.EXIT_CODE, "3", SimAnnotations.RUN_FOR, "500ms"))));
    create(restarting("OnFailure", pod("completing", Map.of(SimAnnotations.EXIT_CODE, "0"))));

    Pod failed = awaitPod("failing", pod -> phase(pod).equals("Failed"));
    awaitPod("completing", pod -> phase(pod).equals("Succeeded"));

    assertThat(exitCode(failed)).contains(3);
    assertThat(isReady(failed)).isFalse();
  }

  @Test
  void a_crash_loop_restarts_containers_until_they_hold() {
    create(
        pod(
            "crashing",
            Map.of(
                SimAnnotations.EXIT_CODE, "9",
                SimAnnotations.CRASH_TIMES, "2",
                SimAnnotations.BACKOFF, "500ms")));

    awaitPod("crashing", pod -> waitingReason(pod).equals("CrashLoopBackOff"));
    Pod held = awaitPod("crashing", pod -> isReady(pod) && restarts(pod) == 2);

    assertThat(
            held.getStatus()
                .getContainerStatuses()
                .getFirst()
                .getLastState()
                .getTerminated()
                .getExitCode())
        .isEqualTo(9);
  }

  @Test
  void the_init_container_holds_a_pod_back_until_it_is_released() {
    Pod waiting =
        new PodBuilder(pod("child", Map.of()))
            .editSpec()
            .addNewInitContainer()
            .withName("grove-initc")
            .withImage("busybox")
            .endInitContainer()
            .endSpec()
            .build();
    create(waiting);
    create(pod("parent", Map.of(SimAnnotations.START_DELAY, "1s")));

    awaitPod("parent", PodStatuses::isReady);
    Pod held = get("child");
    assertThat(phase(held)).isEqualTo("Pending");
    assertThat(condition(held, "Initialized")).contains("False");
    assertThat(held.getStatus().getInitContainerStatuses().getFirst().getState().getRunning())
        .isNotNull();

    annotate("child", "grove.io/startup-released", "2026-01-01T00:00:00Z");

    assertThat(condition(awaitPod("child", PodStatuses::isReady), "Initialized")).contains("True");
  }

  @Test
  void a_deleted_pod_ends_with_its_stop_code_after_its_stop_delay() {
    create(
        holding(
            pod(
                "stopping",
                Map.of(SimAnnotations.STOP_DELAY, "1s", SimAnnotations.STOP_CODE, "0"))));
    create(holding(pod("terminated", Map.of())));
    awaitPod("stopping", PodStatuses::isReady);
    awaitPod("terminated", PodStatuses::isReady);

    client.pods().withName("stopping").delete();
    client.pods().withName("terminated").delete();

    Pod terminated = awaitPod("terminated", pod -> phase(pod).equals("Failed"));
    assertThat(exitCode(terminated)).contains(143);
    assertThat(phase(get("stopping"))).isEqualTo("Running");
    Pod stopped = awaitPod("stopping", pod -> phase(pod).equals("Succeeded"));
    assertThat(exitCode(stopped)).contains(0);

    release("stopping");
    release("terminated");
    awaitGone("stopping");
    awaitGone("terminated");
  }

  @Test
  void nothing_happens_on_a_dead_node_until_it_comes_back(SimulatedNodes nodes) {
    String node = ownNode(nodes, "dying");
    create(on(node, pod("running", Map.of())));
    create(on(node, pod("leaving", Map.of(SimAnnotations.STOP_DELAY, "2s"))));
    create(on(node, pod("late", Map.of(SimAnnotations.START_DELAY, "3s"))));
    create(
        restarting(
            "Never",
            on(
                node,
                pod(
                    "exiting",
                    Map.of(SimAnnotations.EXIT_CODE, "1", SimAnnotations.RUN_FOR, "3s")))));
    awaitPod("running", PodStatuses::isReady);
    awaitPod("leaving", PodStatuses::isReady);
    awaitPod("exiting", PodStatuses::isReady);
    awaitPod("late", pod -> condition(pod, "PodScheduled").equals(Optional.of("True")));

    client.pods().withName("leaving").delete();
    nodes.kill(node);

    await().atMost(PATIENCE).until(() -> !nodes.isReady(node));
    for (String name : List.of("running", "leaving", "late", "exiting")) {
      awaitPod(name, pod -> pod.getMetadata().getDeletionTimestamp() != null);
    }
    assertThat(phase(get("running"))).isEqualTo("Running");
    assertThat(phase(get("leaving"))).isEqualTo("Running");
    assertThat(phase(get("late"))).isEqualTo("Pending");
    assertThat(phase(get("exiting"))).isEqualTo("Running");

    nodes.revive(node);

    await().atMost(PATIENCE).until(() -> nodes.isReady(node));
    for (String name : List.of("running", "leaving", "late", "exiting")) {
      awaitGone(name);
    }
  }

  @Test
  void a_cordoned_node_takes_no_new_pods(SimulatedNodes nodes) {
    String node = ownNode(nodes, "cordoned");
    nodes.cordon(node);
    create(on(node, pod("waiting", Map.of())));
    awaitPod("waiting", pod -> condition(pod, "PodScheduled").isPresent());
    assertThat(condition(get("waiting"), "PodScheduled")).contains("False");

    nodes.uncordon(node);

    awaitPod("waiting", PodStatuses::isReady);
  }

  @Test
  void the_audit_log_knows_who_wrote_what(ControlPlane plane, TestNamespace namespace) {
    Instant before = Instant.now();

    try (KubernetesClient somebody = plane.client(PlaneUser.PEER, namespace.name())) {
      somebody.pods().resource(pod("audited", Map.of())).create();
    }

    assertThat(
            Writes.of(plane.auditLog().writes(PlaneUser.PEER, before))
                .inNamespace(namespace.name())
                .requests())
        .singleElement()
        .satisfies(request -> {
          assertThat(request.verb()).isEqualTo("create");
          assertThat(request.resource()).isEqualTo("pods");
          assertThat(request.namespace()).isEqualTo(namespace.name());
          assertThat(request.code()).isEqualTo(201);
        });
    assertThat(plane.auditLog().requests())
        .extracting(AuditLog.Request::subresource)
        .contains("binding");
  }

  @Test
  void the_api_server_comes_back_with_all_objects_after_a_crash(ControlPlane plane) {
    create(pod("surviving", Map.of()));
    Pod before = awaitPod("surviving", PodStatuses::isReady);

    plane.kill(Component.API_SERVER);
    plane.start(Component.API_SERVER);

    assertThat(get("surviving").getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
    create(pod("after", Map.of()));
    awaitPod("after", PodStatuses::isReady);
  }

  private static String ownNode(SimulatedNodes nodes, String name) {
    return nodes.create(NodeShape.gpu(name).withLabel("test", name), 1).getFirst();
  }

  private static Pod pod(String name, Map<String, String> annotations) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withAnnotations(annotations)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withImage("example.com/main")
        .endContainer()
        .addNewToleration()
        .withKey("node.kubernetes.io/not-ready")
        .withOperator("Exists")
        .withEffect("NoExecute")
        .withTolerationSeconds(5L)
        .endToleration()
        .addNewToleration()
        .withKey("node.kubernetes.io/unreachable")
        .withOperator("Exists")
        .withEffect("NoExecute")
        .withTolerationSeconds(5L)
        .endToleration()
        .endSpec()
        .build();
  }

  private static Pod restarting(String policy, Pod pod) {
    return new PodBuilder(pod).editSpec().withRestartPolicy(policy).endSpec().build();
  }

  private static Pod on(String node, Pod pod) {
    return new PodBuilder(pod)
        .editSpec()
        .addToNodeSelector("kubernetes.io/hostname", node)
        .endSpec()
        .build();
  }

  private static Pod holding(Pod pod) {
    return new PodBuilder(pod).editMetadata().addToFinalizers("test.io/hold").endMetadata().build();
  }

  private void create(Pod pod) {
    client.pods().resource(pod).create();
  }

  private void annotate(String name, String key, String value) {
    merge(name, "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value));
  }

  private void release(String name) {
    merge(name, "{\"metadata\":{\"finalizers\":null}}");
  }

  private void merge(String name, String patch) {
    client.pods().withName(name).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  private Pod get(String name) {
    return Objects.requireNonNull(client.pods().withName(name).get(), name);
  }

  private Pod awaitPod(String name, Predicate<Pod> wanted) {
    return await("pod " + name)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> get(name), wanted);
  }

  private void awaitGone(String name) {
    await("end of pod " + name)
        .atMost(PATIENCE)
        .until(() -> client.pods().withName(name).get() == null);
  }

  private static String waitingReason(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .map(status -> status.getState().getWaiting())
        .filter(Objects::nonNull)
        .map(waiting -> waiting.getReason())
        .findFirst()
        .orElse("");
  }

  private static int restarts(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst().getRestartCount();
  }
}
