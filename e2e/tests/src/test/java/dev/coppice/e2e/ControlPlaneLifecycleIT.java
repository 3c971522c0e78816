package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.coppice.testkit.junit.OnControlPlane;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.Extender;
import dev.coppice.testkit.process.StartFailure;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starting, finding again and ending control planes beside the one that all tests share. */
@OnControlPlane
class ControlPlaneLifecycleIT {

  @TempDir Path directory;

  @AfterEach
  void leaveNothingBehind() {
    ControlPlane.remove(directory);
  }

  @Test
  void two_planes_side_by_side_do_not_see_each_other(KubernetesClient shared) {
    try (ControlPlane second = ControlPlane.in(directory).withoutKwok().start();
        KubernetesClient client = second.client()) {
      createMarker(client, "only-here");

      assertThat(client.configMaps().inNamespace("default").withName("only-here").get())
          .isNotNull();
      assertThat(shared.configMaps().inNamespace("default").withName("only-here").get()).isNull();
    }
  }

  @Test
  void a_detached_plane_is_found_again_with_its_objects_and_ends_without_a_trace() {
    ControlPlane started = ControlPlane.in(directory).withoutKwok().detached().start();
    try (KubernetesClient client = started.client()) {
      createMarker(client, "kept");
    }

    ControlPlane found = ControlPlane.running(directory).orElseThrow();
    found.restart(Component.API_SERVER);
    try (KubernetesClient client = found.client()) {
      assertThat(client.configMaps().inNamespace("default").withName("kept").get()).isNotNull();
    }

    ControlPlane.remove(directory);

    assertThat(ControlPlane.running(directory)).isEmpty();
    assertThat(directory).doesNotExist();
  }

  @Test
  void a_scheduler_that_learns_whom_to_ask_starts_again_once_and_is_found_again() {
    ControlPlane started = ControlPlane.in(directory).withoutKwok().detached().start();
    Extender first = new Extender("https://127.0.0.1:1/scheduler", authority(), false);
    Extender second = new Extender("https://127.0.0.1:2/scheduler", authority(), false);
    String process = scheduler();

    assertThat(started.askBeforeEvicting(first)).isTrue();

    ControlPlane found = ControlPlane.running(directory).orElseThrow();
    assertThat(scheduler()).isNotEqualTo(process);
    process = scheduler();
    assertThat(found.askBeforeEvicting(first)).isFalse();
    assertThat(scheduler()).isEqualTo(process);
    assertThat(found.askBeforeEvicting(second)).isTrue();
    assertThat(scheduler()).isNotEqualTo(process);
  }

  @Test
  void a_component_that_does_not_start_is_named_with_the_end_of_its_log() {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(
            () -> ControlPlane.in(directory).flags(Component.API_SERVER, "--no-such-flag").start())
        .withMessageStartingWith("kube-apiserver ended while it was starting")
        .withMessageContaining("no-such-flag");
  }

  /** The scheduler that runs, with its process. */
  private String scheduler() {
    return ControlPlane.running(directory).orElseThrow().processes().stream()
        .filter(process -> process.startsWith(Component.SCHEDULER.binary()))
        .findFirst()
        .orElseThrow();
  }

  /** Any will do, as nobody is asked. */
  private String authority() {
    try {
      return Files.readString(directory.resolve("pki/ca.crt"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void createMarker(KubernetesClient client, String name) {
    client
        .configMaps()
        .inNamespace("default")
        .resource(new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }
}
