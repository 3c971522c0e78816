package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.RunDirectory;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whoever deletes a definition deletes all objects of the kind. The operator says so and ends, and
 * the next process waits for the definition as at any other start, unless nothing that is enabled
 * needs the kind.
 */
class DeletedDefinitionIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SETS = 5;
  private static final String TOPOLOGIES = "clustertopologybindings.grove.io";
  private static final String QUEUES = "queues.scheduling.run.ai";

  private final Path directory = RunDirectory.of("DeletedDefinitionIT");

  @Test
  void ends_the_operator_with_one_clear_line_and_the_next_one_waits_for_the_definition() {
    try (ControlPlane plane = ControlPlane.in(directory.resolve("plane")).start();
        KubernetesClient client = plane.client();
        OperatorProcess operator =
            OperatorProcess.in(directory.resolve("operator"), plane.kubeconfig(PlaneUser.OPERATOR))
                .configure("topologyAwareScheduling.enabled", true)
                .launch()) {
      Kubectl kubectl = new Kubectl(plane.kubectl(), plane.kubeconfig(PlaneUser.ADMIN), "default");
      new SimulatedNodes(client).create(NodeShape.gpu("node"), 2);
      CrdInstallation.into(client, "tests");
      operator.awaitReady();
      applySets(kubectl);

      OperatorProcess next = operator;
      for (String definition :
          List.of("podgangs.scheduler.grove.io", "podcliques.grove.io", TOPOLOGIES)) {
        String before = next.log();
        kubectl.run("delete", "crd", definition);

        assertThat(next.endsWithin(PATIENCE)).as(next.logTail(20)).isTrue();
        assertThat(next.log().substring(before.length()).lines())
            .filteredOn(line -> line.contains("CustomResourceDefinitions"))
            .singleElement()
            .asString()
            .contains("were deleted", definition);
        assertThat(next.log()).doesNotContain("\tat ");

        Instant ended = Instant.now();
        OperatorProcess waiting = next.launchAgain();
        await().atMost(PATIENCE).until(() -> waiting.logTail(1).contains("are missing"));
        assertThat(waiting.isReady()).isFalse();
        assertThat(plane.auditLog().writes(PlaneUser.OPERATOR, ended)).isEmpty();

        CrdInstallation.into(client, "tests");
        next = waiting.awaitReady();
        applySets(kubectl);
      }
      next.close();
    }
  }

  @Test
  void ends_nobody_when_nothing_that_is_enabled_needs_the_kind() {
    try (ControlPlane plane = ControlPlane.in(directory.resolve("other-plane")).start();
        KubernetesClient client = plane.client();
        OperatorProcess operator =
            OperatorProcess.in(
                    directory.resolve("other-operator"), plane.kubeconfig(PlaneUser.OPERATOR))
                .configure("queue.enabled", true)
                .launch()) {
      Kubectl kubectl = new Kubectl(plane.kubectl(), plane.kubeconfig(PlaneUser.ADMIN), "default");
      new SimulatedNodes(client).create(NodeShape.gpu("node"), 2);
      CrdInstallation.into(client, "tests");
      CrdInstallation.ofQueues(client, "tests");
      operator.awaitReady();
      String before = operator.log();

      for (String definition : List.of(TOPOLOGIES, QUEUES)) {
        Instant deleted = Instant.now();
        kubectl.run("delete", "crd", definition);
        await().atMost(PATIENCE).until(() -> isMissed(plane, definition, deleted));
      }
      applySets(kubectl);

      assertThat(operator.alive()).isTrue();
      assertThat(operator.isReady()).isTrue();
      assertThat(operator.log().substring(before.length()).lines())
          .filteredOn(line -> !line.contains("INFO"))
          .isEmpty();

      operator.terminate();
      try (OperatorProcess next = operator.startAgain()) {
        applySets(kubectl, "more");

        assertThat(next.log().substring(before.length()).lines())
            .filteredOn(line -> line.contains(TOPOLOGIES))
            .singleElement()
            .asString()
            .contains("nothing that is enabled needs them");
      }
    }
  }

  /** Whether the operator has looked for the objects of a definition since, and heard 404. */
  private static boolean isMissed(ControlPlane plane, String definition, Instant since) {
    return plane.auditLog().requests().stream()
        .filter(request -> request.user().equals(PlaneUser.OPERATOR.userName()))
        .filter(request -> definition.startsWith(request.resource() + "."))
        .anyMatch(request -> request.code() == 404 && !request.received().isBefore(since));
  }

  private static void applySets(Kubectl kubectl) {
    applySets(kubectl, "web");
  }

  private static void applySets(Kubectl kubectl, String name) {
    for (int i = 0; i < SETS; i++) {
      kubectl.apply(Sets.manifest(name + i, 1, Sets.clique("server", 2, 1)));
    }
    kubectl.run("wait", "--for=condition=Available", "pcs", "--all", "--timeout=60s");
  }
}
