package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.OnControlPlane;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator as a process: how it starts, refuses to start, and ends. */
@OnControlPlane
class OperatorProcessIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  private OperatorProcess operator;

  @BeforeEach
  void launch(ControlPlane plane, KubernetesClient client) {
    CrdInstallation.into(client, "coppice-e2e");
    operator = OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR)).launch();
  }

  @AfterEach
  void end() {
    operator.close();
  }

  @Test
  void says_that_it_is_ready_and_alive_and_ends_in_order_when_asked_to() {
    operator.awaitReady();
    assertThat(operator.isReady()).isTrue();
    assertThat(operator.isLive()).isTrue();

    operator.terminate();

    assertThat(operator.alive()).isFalse();
    assertThat(operator.log()).doesNotContain("Exception");
  }

  @Test
  void comes_back_after_a_crash() {
    operator.awaitReady().kill();
    assertThat(operator.alive()).isFalse();

    operator = operator.startAgain();

    assertThat(operator.isReady()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "webhook", "all"})
  void starts_from_the_archive_of_classes_whatever_it_is(String subcommand, ControlPlane plane) {
    operator.awaitReady().terminate();
    OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR)).makeArchive();

    // Such a JVM ends at once if it cannot use the archive.
    operator =
        OperatorProcess.in(directory.resolve(subcommand), plane.kubeconfig(PlaneUser.OPERATOR))
            .subcommand(subcommand)
            .jvmFlags("-XX:AOTMode=on")
            .launch();

    await().atMost(PATIENCE).until(() -> !operator.log().isEmpty() || !operator.alive());
    assertThat(operator.log()).startsWith("20");
  }

  @Test
  void refuses_a_configuration_with_an_unknown_key_and_names_it(ControlPlane plane) {
    try (OperatorProcess refusing =
        OperatorProcess.in(directory.resolve("refusing"), plane.kubeconfig(PlaneUser.OPERATOR))
            .configure("server.healthProbe.port", 1)
            .launch()) {
      assertThat(refusing.endsWithin(PATIENCE)).isTrue();
      assertThat(refusing.log()).contains("healthProbe").contains("healthProbes");
    }
  }
}
