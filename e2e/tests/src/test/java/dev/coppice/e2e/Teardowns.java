package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What tests of gang termination look at. */
final class Teardowns {

  static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(300);

  private Teardowns() {}

  /** The manifest with a delay of the set. */
  static String delayed(String manifest, String delay) {
    return manifest.replace("  template:\n", "  template:\n    terminationDelay: " + delay + "\n");
  }

  /**
   * Waits until so many pods are Ready, there are no others, and the operator has noticed: a clique
   * whose pods go before that was never available. Returns the pods.
   */
  static List<Pod> awaitReady(KubernetesClient client, int count) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .untilAsserted(() -> {
          assertThat(pods(client)).hasSize(count).allMatch(Sets::isReady);
          assertThat(client.resources(PodClique.class).list().getItems())
              .allMatch(clique -> clique.statusOrEmpty().wasAvailable());
        });
    return pods(client);
  }

  /** Waits until so many pods that are none of the old ones are there, and nothing else. */
  static void awaitAllNew(KubernetesClient client, Collection<Pod> old, int count) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .untilAsserted(() ->
            assertThat(uids(pods(client))).hasSize(count).doesNotContainAnyElementsOf(uids(old)));
  }

  /** Pods that are there and stay. */
  static List<Pod> pods(KubernetesClient client) {
    return client.pods().list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  static List<Pod> podsOf(Collection<Pod> pods, String clique) {
    return pods.stream()
        .filter(pod -> pod.getMetadata().getLabels().get(Labels.POD_CLIQUE).equals(clique))
        .toList();
  }

  static Set<String> uids(Collection<Pod> pods) {
    return pods.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
  }

  /** Names of the PodCliques that have gone so far, one for each time. */
  static List<String> gone(Recorder recorder) {
    return gone(recorder.upToDate());
  }

  private static List<String> gone(Recording recording) {
    return recording
        .ofKind("PodClique")
        .filter(event -> event.type() == ChangeType.DELETED)
        .map(RecordedEvent::name)
        .toList();
  }

  /** Looks for a while whether PodCliques other than these go. */
  static void assertNoMoreGo(Recorder recorder, Duration time, List<String> already) {
    await()
        .during(time)
        .atMost(time.plus(PATIENCE))
        .pollInterval(POLL)
        .untilAsserted(() ->
            assertThat(gone(recorder.recording())).containsExactlyInAnyOrderElementsOf(already));
    assertThat(gone(recorder)).containsExactlyInAnyOrderElementsOf(already);
  }

  /** Waits until a clique is breached, and returns since when. */
  static Instant awaitBreach(KubernetesClient client, String clique) {
    return await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> breachedSince(Sets.clique(client, clique)), since -> since != null);
  }

  /** Since when a clique is breached, as its condition says; null if it is not. */
  static Instant breachedSince(PodClique clique) {
    return clique.statusOrEmpty().conditions().stream()
        .filter(c -> c.getType().equals(ConditionTypes.MIN_AVAILABLE_BREACHED))
        .filter(c -> c.getStatus().equals("True"))
        .map(c -> Instant.parse(c.getLastTransitionTime()))
        .findFirst()
        .orElse(null);
  }

  /** The same, even if it has been torn down before anybody looked. */
  static Instant awaitBreach(Recorder recorder, String clique) {
    return await()
        .atMost(PATIENCE)
        .until(() -> firstBreach(recorder.recording(), clique), Optional::isPresent)
        .orElseThrow();
  }

  private static Optional<Instant> firstBreach(Recording recording, String clique) {
    return recording
        .ofKind("PodClique")
        .filter(event -> event.name().equals(clique))
        .flatMap(event -> event.status().path("conditions").valueStream())
        .filter(c -> c.path("type").asText().equals(ConditionTypes.MIN_AVAILABLE_BREACHED))
        .filter(c -> c.path("status").asText().equals("True"))
        .map(c -> Instant.parse(c.path("lastTransitionTime").asText()))
        .findFirst();
  }
}
