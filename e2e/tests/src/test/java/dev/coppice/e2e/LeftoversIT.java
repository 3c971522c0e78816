package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an earlier owner of the same name has left, while nobody collects garbage. */
@OnCoppice
class LeftoversIT {

  private static final String SET = "workload2";
  private static final int PODS = 10;
  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(
          Service.class, PodGang.class, PodCliqueScalingGroup.class, PodClique.class, Pod.class);

  @BeforeEach
  void apply(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Workload.WORKLOAD2.manifest());
    awaitReady(client, PODS);
  }

  @AfterEach
  void collectGarbageAgain(ControlPlane plane) {
    plane.start(Component.CONTROLLER_MANAGER);
  }

  @Test
  void a_set_that_is_made_again_becomes_whole_without_the_garbage_collector(
      Kubectl kubectl, KubernetesClient client, ControlPlane plane) {
    Set<String> before = uids(client);
    plane.stop(Component.CONTROLLER_MANAGER);
    kubectl.run("delete", "pcs", SET, "--wait=false");
    kubectl.apply(Workload.WORKLOAD2.manifest());

    awaitOthers(client, before);
    awaitReady(client, PODS);
    kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");
    assertThat(
            kubectl
                .run("get", "events", "--field-selector", "reason=" + EventReasons.LEFTOVER_DELETED)
                .out())
        .contains("deleted what an earlier PodCliqueSet workload2 left:");
  }

  @Test
  void a_group_that_is_deleted_alone_comes_back_without_the_garbage_collector(
      Kubectl kubectl, KubernetesClient client, ControlPlane plane) {
    String group = "workload2-0-sg-x";
    Set<String> members =
        client.resources(PodClique.class).list().getItems().stream()
            .filter(clique -> clique.getMetadata().getName().startsWith(group))
            .map(clique -> clique.getMetadata().getUid())
            .collect(Collectors.toSet());
    plane.stop(Component.CONTROLLER_MANAGER);
    kubectl.run("delete", "pcsg", group, "--wait=false");

    awaitOthers(client, members);
    awaitReady(client, PODS);
    kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");
  }

  private static void awaitOthers(KubernetesClient client, Set<String> before) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(uids(client)).isNotEmpty().doesNotContainAnyElementsOf(before));
  }

  private static Set<String> uids(KubernetesClient client) {
    return KINDS.stream()
        .flatMap(type -> client.resources(type).list().getItems().stream())
        .map(object -> object.getMetadata().getUid())
        .collect(Collectors.toSet());
  }
}
