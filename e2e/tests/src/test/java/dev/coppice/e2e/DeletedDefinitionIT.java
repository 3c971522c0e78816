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
 * the next process waits for the definition as at any other start.
 */
class DeletedDefinitionIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SETS = 5;

  private final Path directory = RunDirectory.of("DeletedDefinitionIT");

  @Test
  void ends_the_operator_with_one_clear_line_and_the_next_one_waits_for_the_definition() {
    try (ControlPlane plane = ControlPlane.in(directory.resolve("plane")).start();
        KubernetesClient client = plane.client();
        OperatorProcess operator =
            OperatorProcess.in(directory.resolve("operator"), plane.kubeconfig(PlaneUser.OPERATOR))
                .launch()) {
      Kubectl kubectl = new Kubectl(plane.kubectl(), plane.kubeconfig(PlaneUser.ADMIN), "default");
      new SimulatedNodes(client).create(NodeShape.gpu("node"), 2);
      CrdInstallation.into(client, "tests");
      operator.awaitReady();
      applySets(kubectl);

      OperatorProcess next = operator;
      for (String definition : List.of("podgangs.scheduler.grove.io", "podcliques.grove.io")) {
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

  private static void applySets(Kubectl kubectl) {
    for (int i = 0; i < SETS; i++) {
      kubectl.apply(Sets.manifest("web" + i, 1, Sets.clique("server", 2, 1)));
    }
    kubectl.run("wait", "--for=condition=Available", "pcs", "--all", "--timeout=60s");
  }
}
