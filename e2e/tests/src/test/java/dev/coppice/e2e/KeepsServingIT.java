package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An update leaves what serves, whatever was wrong before it and whatever its template is worth.
 */
@OnCoppice
class KeepsServingIT {

  private static final String NEVER_READY = "annotations: {sim/stuck: unready}, ";

  private Kubectl kubectl;
  private KubernetesClient client;
  private SimulatedNodes nodes;
  private TestNamespace namespace;
  private Recorder recorder;

  @BeforeEach
  void prepare(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    this.kubectl = kubectl;
    this.client = client;
    this.nodes = nodes;
    this.namespace = namespace;
    this.recorder = recorder;
  }

  @AfterEach
  void removePlaces() {
    OnePodNodes.deleteAll(client, namespace);
  }

  /**
   * A set whose cliques have this image; what is said about the cliques stands before their spec.
   */
  private static String set(int replicas, String image, String said, String rest) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: s}
    spec:
      replicas: %d
      template:
        cliques:
        - {name: web, %s, %sspec: {replicas: 2, minAvailable: 1, podSpec: {terminationGracePeriodSeconds: 0, containers: [{name: m, image: %s}]%s}}}
    """
        .formatted(replicas, "labels: {edit: " + image + "}", said, image, rest);
  }

  private void stall(String clique) {
    nodes.stall(Sets.livePods(client, clique).getFirst());
    await()
        .atMost(PATIENCE)
        .until(() -> Sets.clique(client, clique).statusOrEmpty().readyReplicas() == 1);
  }

  private List<Pod> made(String image) {
    return Teardowns.pods(client).stream()
        .filter(pod -> image.equals(pod.getMetadata().getLabels().get("edit")))
        .toList();
  }

  private void awaitMade(String image, int count) {
    await().atMost(PATIENCE).until(() -> made(image).size() == count);
  }

  private void assertKept() {
    Rules.assertKept(Invariants.UPDATE, recorder.upToDate());
  }

  @Test
  @SideBySide
  void the_ready_pod_of_two_stays_while_the_new_template_is_never_ready() {
    kubectl.apply(set(1, "old", "", ""));
    Teardowns.awaitReady(client, 2);
    stall("s-0-web");

    kubectl.apply(set(1, "bad", NEVER_READY, ""));

    awaitMade("bad", 1);
    await()
        .atMost(PATIENCE)
        .until(() -> kubectl.run("describe", "pclq", "s-0-web").out().contains("1 of 2 pods are"));
    assertThat(made("old")).singleElement().matches(Sets::isReady);

    kubectl.apply(set(1, "good", "", ""));
    await().atMost(PATIENCE).until(() -> made("good").stream().filter(Sets::isReady).count() == 2);
    assertKept();
  }

  @Test
  @SideBySide
  void the_available_replica_of_two_stays_while_the_new_template_is_never_ready() {
    kubectl.apply(set(2, "old", "", ""));
    Teardowns.awaitReady(client, 4);
    Sets.livePods(client, "s-1-web").forEach(nodes::stall);
    await()
        .atMost(PATIENCE)
        .until(() -> Sets.set(client, "s").statusOrEmpty().availableReplicas() == 1);

    kubectl.apply(set(2, "bad", NEVER_READY, ""));

    awaitMade("bad", 2);
    assertThat(Sets.livePods(client, "s-0-web")).allMatch(Sets::isReady);

    kubectl.apply(set(2, "good", "", ""));
    await().atMost(PATIENCE).until(() -> made("good").stream().filter(Sets::isReady).count() == 4);
    assertKept();
  }

  @Test
  @SideBySide
  void a_pod_that_waited_for_the_place_that_an_update_freed_does_not_hold_it_up() {
    OnePodNodes room = OnePodNodes.create(client, nodes, namespace, 2);
    String rest = ", " + room.selector();
    // Longer than a scheduler rests before it tries a pod again.
    String slow = "annotations: {sim/stop-delay: 3s}, ";
    UnaryOperator<String> crowded =
        image ->
            set(1, image, slow, rest)
                .replace("replicas: 2", "replicas: 3")
                .replace("GracePeriodSeconds: 0", "GracePeriodSeconds: 30");
    kubectl.apply(crowded.apply("old"));
    await().atMost(PATIENCE).until(() -> made("old").stream().filter(Sets::isReady).count() == 2);

    kubectl.apply(crowded.apply("new"));

    await().atMost(PATIENCE).until(() -> made("new").stream().filter(Sets::isReady).count() == 2);
    assertThat(made("old")).isEmpty();
    assertKept();
  }

  @Test
  @SideBySide
  void two_pods_go_at_once_where_two_may_and_a_deadline_is_told() {
    String said = "rollingUpdate: {maxUnavailable: 2, progressDeadline: 2s}, ";
    kubectl.apply(set(1, "old", said, "").replace("replicas: 2", "replicas: 4"));
    Teardowns.awaitReady(client, 4);

    kubectl.apply(set(1, "bad", NEVER_READY + said, "").replace("replicas: 2", "replicas: 4"));

    awaitMade("bad", 2);
    kubectl.run(
        "wait",
        "--for=condition=UpdateInProgress=Unknown",
        "--timeout=60s",
        "pcs/s",
        "pclq/s-0-web");
    assertThat(kubectl.run("get", "pcs", "s", "-o", "wide").out())
        .contains("ProgressDeadlineExceeded");
    assertThat(kubectl.run("describe", "pclq", "s-0-web").out())
        .contains("0 of 4 pods are Ready at the current template")
        .contains("(progressDeadline 2s)");
    assertThat(made("old")).hasSize(2).allMatch(Sets::isReady);

    kubectl.apply(set(1, "good", said, "").replace("replicas: 2", "replicas: 4"));
    await().atMost(PATIENCE).until(() -> made("good").stream().filter(Sets::isReady).count() == 4);
    kubectl.run(
        "wait", "--for=condition=UpdateInProgress=False", "--timeout=60s", "pcs/s", "pclq/s-0-web");
    assertKept();
  }

  @Test
  @SideBySide
  void a_replica_of_a_group_that_has_yet_to_be_updated_gets_its_pods_back_as_they_were() {
    Function<String, String> grouped =
        image ->
            """
                - {name: lead, labels: {edit: IMAGE}, SAID spec: {replicas: 1, podSpec: {terminationGracePeriodSeconds: 0, containers: [{name: m, image: IMAGE}]}}}
                podCliqueScalingGroups:
                - {name: x, cliqueNames: [lead, web], replicas: 3, minAvailable: 1}
            """
                .replace("IMAGE", image)
                .replace("SAID", image.equals("bad") ? NEVER_READY : "");
    kubectl.apply(set(1, "old", "", "") + grouped.apply("old"));
    Teardowns.awaitReady(client, 9);

    kubectl.apply(set(1, "bad", NEVER_READY, "") + grouped.apply("bad"));
    awaitMade("bad", 3);
    String replica =
        made("old").getFirst().getMetadata().getLabels().get(Labels.SCALING_GROUP_REPLICA_INDEX);
    String lead = "s-0-x-%s-lead".formatted(replica);
    Sets.allowPods(client, 0);
    Pod gone = Sets.livePods(client, lead).getFirst();
    client.resource(gone).delete();
    await().atMost(PATIENCE).until(() -> Sets.clique(client, lead).statusOrEmpty().replicas() == 0);
    Sets.allowPods(client, 100);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.livePods(client, lead))
                .singleElement()
                .matches(Sets::isReady)
                .isNotEqualTo(gone));

    assertThat(Sets.livePods(client, lead))
        .allMatch(pod -> pod.getMetadata().getLabels().get("edit").equals("old"));

    kubectl.apply(set(1, "good", "", "") + grouped.apply("good"));
    await().atMost(PATIENCE).until(() -> made("good").stream().filter(Sets::isReady).count() == 9);
    assertKept();
  }
}
