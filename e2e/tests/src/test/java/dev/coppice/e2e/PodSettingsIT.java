package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.OperatorProcessBuilder;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an administrator decides about pods holds for those that are made from then on. */
@OnOwnOperators
class PodSettingsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private OperatorProcess operator;

  @BeforeEach
  void start(ControlPlane plane) {
    operator = configured(plane, "before").start();
  }

  private OperatorProcessBuilder configured(ControlPlane plane, String name) {
    return OperatorProcess.in(directory.resolve(name), plane.kubeconfig(PlaneUser.OPERATOR));
  }

  @AfterEach
  void end() {
    operator.close();
  }

  @Test
  void another_domain_of_the_cluster_replaces_no_pod_and_is_told_to_new_ones(
      ControlPlane plane, Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", 2, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    List<Pod> before = Sets.livePods(client, "web-0-server");
    operator.close();

    operator = configured(plane, "after").configure("clusterDomain", "k8s.example.com").start();

    assertThat(recorder.rest().fromNow().await(Rest.QUIET.multipliedBy(4), PATIENCE)).isPresent();
    assertThat(uids(Sets.livePods(client, "web-0-server"))).isEqualTo(uids(before));
    client.resource(before.getFirst()).delete();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.livePods(client, "web-0-server"))
                .extracting(PodSettingsIT::domain)
                .map(domain -> domain.replaceFirst("^web-0[.][^.]+[.]svc[.]", ""))
                .containsExactlyInAnyOrder("cluster.local", "k8s.example.com"));
  }

  @Test
  void a_limit_range_that_demands_more_of_the_startup_container_is_told_with_the_key_for_it(
      ControlPlane plane, Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: LimitRange
        metadata: {name: least}
        spec: {limits: [{type: Container, min: {cpu: 100m}, defaultRequest: {cpu: 100m}}]}
        """);
    kubectl.apply(
        Sets.manifest("web", 1, Sets.clique("first", 1, 1), Sets.clique("second", 1, 1))
            .replace("cpu: 10m", "cpu: 100m")
            .replace(
                "template:\n", "template:\n    cliqueStartupType: CliqueStartupTypeInOrder\n"));
    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pcs/web", "Valid"))
            .startsWith("False TemplateRefused: ")
            .contains(
                "but request is 10m",
                "init container grove-initc asks for that much: see startup.resources.requests.cpu"));
    assertThat(Sets.livePods(client, "web-0-first")).isEmpty();
    operator.close();

    operator =
        configured(plane, "after")
            .configure("startup.resources.requests.cpu", "100m")
            .configure("startup.resources.limits.cpu", "100m")
            .start();

    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
  }

  private static List<String> uids(List<Pod> pods) {
    return pods.stream().map(pod -> pod.getMetadata().getUid()).sorted().toList();
  }

  private static String domain(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getEnv().stream()
        .filter(variable -> variable.getName().equals("GROVE_HEADLESS_SERVICE"))
        .map(EnvVar::getValue)
        .findFirst()
        .orElseThrow();
  }
}
