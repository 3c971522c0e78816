package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.pods;
import static dev.coppice.e2e.Teardowns.uids;
import static dev.coppice.e2e.Updates.asked;
import static dev.coppice.e2e.Updates.change;
import static dev.coppice.e2e.Updates.progress;
import static dev.coppice.e2e.Updates.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A change of a large set under OnDelete. {@code COPPICE_ON_DELETE_PODS} asks for another size than
 * 100, {@code COPPICE_ON_DELETE_SECONDS} for a longer look than 5 s at what stays.
 */
@OnCoppice
class OnDeleteAtScaleIT {

  private static final int PODS_OF_REPLICA = 100;
  private static final int REPLICAS =
      Integer.parseInt(System.getenv().getOrDefault("COPPICE_ON_DELETE_PODS", "100"))
          / PODS_OF_REPLICA;
  private static final int PODS = REPLICAS * PODS_OF_REPLICA;
  private static final Duration LOOK =
      Duration.ofSeconds(
          Long.parseLong(System.getenv().getOrDefault("COPPICE_ON_DELETE_SECONDS", "5")));
  private static final Duration AT_MOST = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int DELETED = 10;
  private static final String NEW = "2";

  @Test
  void a_change_is_written_everywhere_in_time_and_touches_no_pod(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(manifest());
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(pods(client)).hasSize(PODS).allMatch(Sets::isReady));
    awaitUpdatedReplicas(client, PATIENCE, REPLICAS, 5, 50, 10);
    List<Pod> before = pods(client);

    long changed = System.nanoTime();
    change(client, "large", NEW, "router", "worker");
    awaitRecorded(client);
    awaitUpdatedReplicas(client, AT_MOST, 0, 0, 0, 0);
    Duration took = Duration.ofNanos(System.nanoTime() - changed);
    System.out.printf("%d pods: all was written after %d ms%n", PODS, took.toMillis());
    assertThat(took).isLessThan(AT_MOST);

    await()
        .during(LOOK)
        .atMost(LOOK.plus(PATIENCE))
        .untilAsserted(() -> assertThat(asked(recorder)).isEmpty());
    List<Pod> gone = before.stream().limit(DELETED).toList();
    gone.forEach(pod -> client.resource(pod).delete());

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(pods(client)).hasSize(PODS).allMatch(Sets::isReady));
    assertThat(pods(client)).filteredOn(pod -> version(pod).equals(NEW)).hasSize(DELETED);
    assertThat(asked(recorder)).isEqualTo(uids(gone));
  }

  private static void awaitRecorded(KubernetesClient client) {
    await()
        .atMost(AT_MOST)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> {
          assertThat(progress(Sets.set(client, "large")))
              .matches(progress -> progress.updateStartedAt().equals(progress.updateEndedAt()));
          assertThat(all(client, PodCliqueScalingGroup.class))
              .extracting(group -> group.statusOrEmpty().updateProgress())
              .allMatch(p -> p != null && p.updateStartedAt().equals(p.updateEndedAt()));
          assertThat(all(client, PodClique.class))
              .extracting(clique -> clique.statusOrEmpty().updateProgress())
              .allMatch(p -> p != null && p.updateStartedAt().equals(p.updateEndedAt()));
          assertThat(all(client, PodClique.class))
              .allMatch(clique ->
                  clique.getSpec().podSpec().getContainers().getFirst().getEnv().stream()
                      .anyMatch(variable -> NEW.equals(variable.getValue())));
        });
  }

  private static void awaitUpdatedReplicas(
      KubernetesClient client, Duration atMost, int set, int group, int router, int worker) {
    await()
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> {
          assertThat(all(client, PodCliqueSet.class))
              .allMatch(found -> found.statusOrEmpty().updatedReplicas() == set);
          assertThat(all(client, PodCliqueScalingGroup.class))
              .allMatch(found -> found.statusOrEmpty().updatedReplicas() == group);
          assertThat(all(client, PodClique.class))
              .allMatch(found ->
                  found.statusOrEmpty().updatedReplicas()
                      == (found.getMetadata().getName().endsWith("router") ? router : worker));
        });
  }

  private static <T extends HasMetadata> List<T> all(KubernetesClient client, Class<T> type) {
    return client.resources(type).list().getItems();
  }

  private static String manifest() {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: large}
    spec:
      replicas: %d
      updateStrategy: {type: OnDelete}
      template:
        podCliqueScalingGroups:
        - {name: decode, replicas: 5, minAvailable: 1, cliqueNames: [worker]}
        cliques:
        - name: router
          spec:
            roleName: router
            replicas: 50
            podSpec:
              containers:
              - {name: main, image: "registry.example/model:1"}
        - name: worker
          spec:
            roleName: worker
            replicas: 10
            podSpec:
              containers:
              - {name: main, image: "registry.example/model:1"}
    """
        .formatted(REPLICAS);
  }
}
