package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator dies in the middle of its work, and nobody can tell from the result. */
@OnCoppice
class CrashIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void creates_exactly_its_pods_when_it_is_killed_while_creating_them(
      Kubectl kubectl, KubernetesClient client, Recorder recorder, SharedOperator operator) {
    kubectl.apply(Sets.manifest("llm", 4, Sets.clique("prefill", 30, 30)));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> Sets.podsMade(recorder.recording()) > 20);
    operator.process().kill();
    assertThat(Sets.podsMade(recorder.recording())).isLessThan(120);

    operator.ensureRunning();

    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.livePods(client, "llm-3-prefill")).hasSize(30).allMatch(Sets::isReady));
    assertThat(Sets.podsMade(recorder.recording())).isEqualTo(120);
  }

  @Test
  void never_uses_what_is_left_of_a_set_that_was_deleted_and_applied_again(
      Kubectl kubectl, KubernetesClient client) {
    String manifest = Sets.manifest("llm", 2, Sets.clique("prefill", 5, 5));
    kubectl.apply(manifest);
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    String before = Sets.clique(client, "llm-0-prefill").getMetadata().getUid();

    kubectl.run("delete", "pcs", "llm", "--wait=false");
    kubectl.apply(manifest);

    // For a moment there is none of that name.
    await()
        .atMost(PATIENCE)
        .ignoreException(NullPointerException.class)
        .untilAsserted(() -> {
          assertThat(Sets.clique(client, "llm-0-prefill").getMetadata().getUid())
              .isNotEqualTo(before);
          assertThat(Sets.livePods(client, "llm-0-prefill")).hasSize(5).allMatch(Sets::isReady);
          assertThat(Sets.set(client, "llm").statusOrEmpty().availableReplicas()).isEqualTo(2);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void never_uses_what_is_left_of_groups_and_gangs_either(
      boolean available, Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    // In order and with a scaled gang, so that both kinds of waiting could look at what is left.
    String manifest =
        Workload.WORKLOAD4.manifest(clique -> SimAnnotations.READY_DELAY + ": 500ms", "");
    kubectl.apply(manifest);
    if (available) {
      kubectl.run("wait", "--for=condition=Available", "pcs/workload4", "--timeout=60s");
    } else {
      await().atMost(PATIENCE).until(() -> Sets.podsMade(recorder.recording()) == 10);
    }
    Set<String> before = uids(client);

    kubectl.run("delete", "pcs", "workload4", "--wait=false");
    kubectl.apply(manifest);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(uids(client)).hasSize(8).doesNotContainAnyElementsOf(before);
          assertThat(client.pods().list().getItems()).hasSize(10).allMatch(Sets::isReady);
        });
    kubectl.run("wait", "--for=condition=Available", "pcs/workload4", "--timeout=60s");
  }

  @Test
  void writes_nothing_after_a_restart_at_rest(
      Kubectl kubectl,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder,
      SharedOperator operator) {
    kubectl.apply(
        Sets.manifest("llm", 3, Sets.clique("prefill", 3, 2), Sets.clique("decode", 2, 1)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    assertThat(recorder.rest().await(AtRest.ALL_IS_TOLD, PATIENCE)).isPresent();
    operator.process().kill();
    Instant from = Instant.now();

    operator.ensureRunning();
    assertThat(recorder.rest().await(Duration.ofSeconds(5), PATIENCE)).isPresent();

    assertThat(AtRest.writes(plane, namespace).between(from, Instant.now()))
        .returns(0, Writes::count);
  }

  /** Of the group, its cliques and their gangs. */
  private static Set<String> uids(KubernetesClient client) {
    return Stream.of(PodCliqueScalingGroup.class, PodClique.class, PodGang.class)
        .flatMap(kind -> client.resources(kind).list().getItems().stream())
        .map(object -> object.getMetadata().getUid())
        .collect(Collectors.toSet());
  }
}
