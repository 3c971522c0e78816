package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.testkit.recorder.ObjectHistory;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What tests of updates do and look at. */
final class Updates {

  static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(300);
  private static final Duration AT_ONCE = Duration.ofMillis(20);
  static final String VARIABLE = "VERSION";

  private Updates() {}

  /** The replicas of a set that are being updated. */
  static List<Integer> slots(KubernetesClient client, String set) {
    PodCliqueSetUpdateProgress progress = Sets.set(client, set).statusOrEmpty().updateProgress();
    return progress == null
        ? List.of()
        : progress.currentlyUpdating().stream().map(slot -> slot.replicaIndex()).toList();
  }

  /** Waits until the replica is being updated. */
  static void awaitSlot(KubernetesClient client, String set, int replica) {
    await()
        .atMost(PATIENCE)
        .pollInterval(AT_ONCE)
        .until(() -> slots(client, set).contains(replica));
  }

  /** Changes what the containers of some cliques are told. */
  static void change(KubernetesClient client, String set, String version, String... cliques) {
    edit(
        client,
        set,
        found ->
            found.getSpec().template().cliques().stream()
                .filter(clique -> Set.of(cliques).contains(clique.name()))
                .flatMap(clique -> clique.spec().podSpec().getContainers().stream())
                .forEach(
                    container -> container.setEnv(List.of(new EnvVar(VARIABLE, version, null)))));
  }

  /** Changes a set as kubectl edit does: once more if somebody was faster. */
  static void edit(KubernetesClient client, String set, Consumer<PodCliqueSet> change) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsMatching(Updates::isConflict)
        .until(() -> {
          client
              .resources(PodCliqueSet.class)
              .withName(set)
              .edit(found -> {
                change.accept(found);
                return found;
              });
          return true;
        });
  }

  private static boolean isConflict(Throwable e) {
    return e instanceof KubernetesClientException refused && refused.getCode() == 409;
  }

  /** What the containers of a pod are told; empty before the first change. */
  static String version(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getEnv().stream()
        .filter(variable -> variable.getName().equals(VARIABLE))
        .map(EnvVar::getValue)
        .findFirst()
        .orElse("");
  }

  /** Pods of cliques of a template, in all replicas. */
  static Stream<Pod> ofTemplate(List<Pod> pods, String... cliques) {
    return pods.stream()
        .filter(pod ->
            Stream.of(cliques)
                .anyMatch(
                    c -> pod.getMetadata().getLabels().get(Labels.POD_CLIQUE).endsWith("-" + c)));
  }

  /** Waits until an update has ended, with so many pods, all Ready, and these cliques changed. */
  static void awaitUpdated(
      KubernetesClient client, String set, int pods, String version, String... cliques) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .untilAsserted(() -> {
          PodCliqueSet found = Sets.set(client, set);
          assertThat(progress(found).updateEndedAt()).isNotNull();
          assertThat(found.statusOrEmpty().updatedReplicas()).isEqualTo(found.getSpec().replicas());
          assertThat(Teardowns.pods(client)).hasSize(pods).allMatch(Sets::isReady);
        });
    assertThat(ofTemplate(Teardowns.pods(client), cliques))
        .isNotEmpty()
        .allMatch(pod -> version(pod).equals(version));
  }

  static PodCliqueSetUpdateProgress progress(PodCliqueSet set) {
    PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
    assertThat(progress).as("progress of the update").isNotNull();
    return progress;
  }

  /**
   * UIDs of the pods that have been asked to go, but for those made after their PodClique was
   * deleted: a reconcile that has yet to hear of it may make some, and they go with their
   * PodClique.
   */
  static Set<String> asked(Recorder recorder) {
    Recording recording = recorder.upToDate();
    return recording.histories("Pod").stream()
        .filter(pod -> pod.isOver() || pod.last().isTerminating())
        .filter(pod -> !isMadeForNothing(recording, pod.first()))
        .map(ObjectHistory::uid)
        .collect(Collectors.toSet());
  }

  // A pod whose owner was never seen counts.
  private static boolean isMadeForNothing(Recording recording, RecordedEvent pod) {
    return recording
        .ofUid(pod.controllerUid())
        .anyMatch(owner -> !owner.isPresent() && owner.resourceVersion() < pod.resourceVersion());
  }
}
