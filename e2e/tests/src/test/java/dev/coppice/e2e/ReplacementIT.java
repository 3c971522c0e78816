package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods get lost in every way there is, and come back at their index. */
@OnCoppice
class ReplacementIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CLIQUE = "llm-0-prefill";
  private static final String FAILING =
      "%s: \"1\", %s: \"0s\"".formatted(SimAnnotations.EXIT_CODE, SimAnnotations.RUN_FOR);
  private static final String NEVER =
      """
      podSpec:
                restartPolicy: Never
                nodeSelector: {%s: shared-zone-0}
                initContainers: [{name: proxy, image: i, restartPolicy: Always}]
      """
          .formatted(NodeShape.ZONE);

  @Test
  void replaces_a_deleted_pod_at_its_index(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 3, 2)));
    Pod lost = awaitPods(client, 3).getFirst();

    client.resource(lost).delete();

    awaitReplacement(client, lost, 3);
  }

  @Test
  void replaces_an_evicted_pod_at_its_index(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 3, 2)));
    Pod lost = awaitPods(client, 3).getFirst();

    client
        .pods()
        .resource(
            new PodBuilder(lost)
                .editStatus()
                .withPhase("Failed")
                .withReason("Evicted")
                .withMessage("The node was low on resource: memory.")
                .endStatus()
                .build())
        .patchStatus();

    awaitReplacement(client, lost, 3);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.clique(client, CLIQUE).statusOrEmpty().podFailures())
                .singleElement()
                .returns(1, PodFailure::count)
                .returns(lost.getMetadata().getUid(), PodFailure::podUid));
  }

  @Test
  void replaces_the_pods_of_a_node_that_dies(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    List<String> own = nodes.create(NodeShape.gpu(namespace.name()), 1);
    kubectl.apply(
        Sets.manifest("llm", 1, Sets.clique("prefill", 3, 2))
            .replace(
                "tolerations:",
                "nodeSelector: {doomed: \"" + namespace + "\"}\n          tolerations:"));
    label(client, own.getFirst(), namespace.name());
    List<Pod> lost = awaitPods(client, 3);

    String spare =
        client.nodes().withLabel("!doomed").list().getItems().getFirst().getMetadata().getName();
    label(client, spare, namespace.name());
    nodes.cordon(own.getFirst());
    nodes.kill(own.getFirst());

    lost.forEach(pod -> awaitReplacement(client, pod, 3));
    client
        .nodes()
        .withName(spare)
        .edit(node -> {
          node.getMetadata().getLabels().remove("doomed");
          return node;
        });
    nodes.revive(own.getFirst());
    await().atMost(PATIENCE).until(() -> client.pods().list().getItems().size() == 3);
    client.nodes().withName(own.getFirst()).delete();
  }

  @Test
  @SideBySide
  @EndsUnsettled("the clique fails for ever")
  void fills_an_index_that_fails_at_once_ever_more_slowly(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(
        Sets.manifest("llm", 1, Sets.clique("prefill", 1, 1, FAILING))
            .replace("podSpec:\n", NEVER));
    await().atMost(PATIENCE).until(() -> !created(recorder).isEmpty());
    Instant first = created(recorder).getFirst();

    await()
        .atMost(Duration.ofSeconds(80))
        .until(() -> Instant.now().isAfter(first.plusSeconds(46)));

    // At 0 s, at once, 10 s and then 20 s after the failure before; the next one is due after 70 s.
    assertThat(created(recorder).stream().filter(at -> at.isBefore(first.plusSeconds(45))))
        .hasSize(4);
    assertThat(Sets.clique(client, CLIQUE).statusOrEmpty().podFailures())
        .singleElement()
        .returns(4, PodFailure::count)
        .returns("main", PodFailure::container);
  }

  @Test
  @SideBySide
  @EndsUnsettled("a clique fails for ever")
  void a_mended_template_and_a_scale_to_0_and_back_are_not_held_up_by_a_back_off(
      Kubectl kubectl, KubernetesClient client) {
    String failing = Sets.clique("mended", 1, 1, FAILING) + Sets.clique("scaled", 1, 1, FAILING);
    kubectl.apply(Sets.manifest("llm", 1, failing).replace("podSpec:\n", NEVER));
    awaitFailure(client, "llm-0-mended", 2);
    awaitFailure(client, "llm-0-scaled", 2);

    kubectl.apply(
        Sets.manifest("llm", 1, failing.replaceFirst("annotations: \\{.*}", "annotations: {}"))
            .replace("podSpec:\n", NEVER));
    kubectl.run("scale", "pclq", "llm-0-scaled", "--replicas=0");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(failures(client, "llm-0-scaled")).isEmpty());
    kubectl.run("scale", "pclq", "llm-0-scaled", "--replicas=1");

    awaitFailure(client, "llm-0-scaled", 2);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.livePods(client, "llm-0-mended"))
                .singleElement()
                .matches(Sets::isReady));
    // A pod of the old template may have failed after the change.
    assertThat(failures(client, "llm-0-mended")).noneMatch(failure -> failure.count() > 1);
  }

  private static void awaitFailure(KubernetesClient client, String clique, int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(failures(client, clique)).singleElement().returns(count, PodFailure::count));
  }

  private static List<PodFailure> failures(KubernetesClient client, String clique) {
    PodClique seen = client.resources(PodClique.class).withName(clique).get();
    return seen == null ? List.of() : seen.statusOrEmpty().podFailures();
  }

  private static List<Instant> created(Recorder recorder) {
    return recorder
        .recording()
        .ofKind("Pod")
        .filter(event -> event.type() == ChangeType.ADDED)
        .map(event -> Instant.parse(event.object().at("/metadata/creationTimestamp").asText()))
        .sorted()
        .toList();
  }

  private static void label(KubernetesClient client, String node, String value) {
    client
        .nodes()
        .withName(node)
        .edit(seen -> {
          seen.getMetadata().getLabels().putAll(Map.of("doomed", value));
          return seen;
        });
  }

  private static List<Pod> awaitPods(KubernetesClient client, int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(Sets.livePods(client, CLIQUE)).hasSize(count).allMatch(Sets::isReady));
    return Sets.livePods(client, CLIQUE);
  }

  private static void awaitReplacement(KubernetesClient client, Pod lost, int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.livePods(client, CLIQUE))
                .hasSize(count)
                .allMatch(Sets::isReady)
                .noneMatch(pod -> pod.getMetadata().getUid().equals(lost.getMetadata().getUid()))
                .anyMatch(pod -> Sets.podIndex(pod).equals(Sets.podIndex(lost))));
  }
}
