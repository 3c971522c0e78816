package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.RunDirectory;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever is missing at the start is told in one clear message, and not fatal unless it is for
 * ever.
 */
class StartupIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory = RunDirectory.of("StartupIT");

  @Test
  void waits_for_the_api_server_and_for_the_crds_and_says_so_once_each() {
    try (ControlPlane plane = ControlPlane.in(directory.resolve("plane")).start()) {
      plane.stop(Component.API_SERVER);
      try (OperatorProcess operator =
          OperatorProcess.in(directory.resolve("operator"), plane.kubeconfig(PlaneUser.OPERATOR))
              .launch()) {
        await().atMost(PATIENCE).until(() -> !linesWith(operator, "WARN").isEmpty());
        assertThat(linesWith(operator, "WARN"))
            .singleElement()
            .asString()
            .contains(URI.create(plane.server()).getAuthority());
        assertThat(operator.isReady()).isFalse();

        plane.start(Component.API_SERVER);
        // Between the two it may refuse to answer for a moment, which is told as well.
        await()
            .atMost(PATIENCE)
            .untilAsserted(() ->
                assertThat(linesWith(operator, "podcliquesets.grove.io"))
                    .singleElement()
                    .asString()
                    .contains("coppice crds --apply"));
        assertThat(operator.isReady()).isFalse();

        try (KubernetesClient client = plane.client()) {
          CrdInstallation.into(client, "tests");
        }
        operator.awaitReady();
        // Installed one by one, fewer and fewer are missing: each state is told once.
        assertThat(linesWith(operator, "are missing"))
            .extracting(line -> line.substring(line.indexOf("definitions=")))
            .doesNotHaveDuplicates();
        assertThat(linesWith(operator, "does not answer")).hasSize(1);
        assertThat(operator.log()).doesNotContain("\tat ");
      }
    }
  }

  @Test
  void refuses_a_wrong_configuration_and_tells_every_mistake_in_it() {
    OperatorProcess operator =
        OperatorProcess.in(directory.resolve("operator"), directory.resolve("no-kubeconfig"))
            .configure("controllers.podClique.concurentSyncs", 3)
            .configure("logLevel", "loud")
            .launch();

    assertThat(operator.endsWithin(PATIENCE)).isTrue();

    assertThat(operator.log())
        .contains("controllers.podClique.concurentSyncs")
        .contains("concurrentSyncs")
        .contains("logLevel")
        .contains("loud")
        .doesNotContain("\tat ");
  }

  private static List<String> linesWith(OperatorProcess operator, String word) {
    return operator.log().lines().filter(line -> line.contains(word)).toList();
  }
}
