package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Crds;
import dev.coppice.testkit.junit.OnControlPlane;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.ObjectHistory;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the rules that every test keeps take for granted of the recorder. */
@OnControlPlane
class RecorderIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String POD_GANG =
      """
      apiVersion: scheduler.grove.io/v1alpha1
      kind: PodGang
      metadata: {name: web}
      spec: {podgroups: []}
      """;

  @Test
  void tells_the_history_of_a_pod_in_order(KubernetesClient client, Recorder recorder) {
    client.pods().resource(pod("short")).create();
    client.pods().withName("short").waitUntilReady(60, TimeUnit.SECONDS);
    client.pods().withName("short").delete();
    await()
        .atMost(PATIENCE)
        .until(
            () -> recorder.recording().histories("Pod").stream().anyMatch(ObjectHistory::isOver));

    ObjectHistory history = recorder.upToDate().histories("Pod").getFirst();

    assertThat(history.beganInRecording()).isTrue();
    assertThat(history.events())
        .isSortedAccordingTo(Comparator.comparingLong(RecordedEvent::resourceVersion));
    assertThat(history.events())
        .extracting(event -> event.status().path("phase").asText())
        .startsWith("Pending")
        .contains("Running");
    assertThat(history.events()).anyMatch(RecordedEvent::isTerminating);
    assertThat(history.last().type()).isEqualTo(ChangeType.DELETED);
    assertThat(history.last().resourceVersion())
        .isGreaterThan(history.events().get(history.events().size() - 2).resourceVersion());
    assertThat(history.first().metadata().has("managedFields")).isFalse();
  }

  @Test
  void is_up_to_date_with_what_was_just_written(KubernetesClient client, Recorder recorder) {
    for (int i = 0; i < 30; i++) {
      client.pods().resource(pod("many-" + i)).create();
    }

    assertThat(recorder.upToDate().histories("Pod")).hasSize(30);
  }

  @Test
  void rests_when_all_pods_do(KubernetesClient client, Recorder recorder) {
    client.pods().resource(pod("resting")).create();

    Recording recording = recorder.rest().await(Rest.QUIET, PATIENCE).orElseThrow();

    assertThat(recording.atEnd())
        .filteredOn(event -> event.kind().equals("Pod"))
        .extracting(event -> event.status().path("phase").asText())
        .containsExactly("Running");
  }

  @Test
  void goes_on_after_the_api_server_came_back(
      ControlPlane plane, KubernetesClient client, Recorder recorder) {
    client.pods().resource(pod("before")).create();

    plane.kill(Component.API_SERVER);
    plane.start(Component.API_SERVER);
    client.pods().resource(pod("after")).create();

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(recorder.recording().histories("Pod"))
                .extracting(history -> history.first().name())
                .contains("before", "after"));
  }

  @Test
  void takes_up_a_kind_as_soon_as_it_is_installed(KubernetesClient client, Recorder recorder) {
    for (String name : Crds.NAMES) {
      CustomResourceDefinition definition =
          client
              .getKubernetesSerialization()
              .unmarshal(Crds.yaml(name), CustomResourceDefinition.class);
      client.resource(definition).serverSideApply();
    }

    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> client.resource(POD_GANG).create() != null);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(recorder.recording().histories("PodGang"))
                .extracting(history -> history.first().name())
                .containsExactly("web"));
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withImage("example.com/main")
        .endContainer()
        .endSpec()
        .build();
  }
}
