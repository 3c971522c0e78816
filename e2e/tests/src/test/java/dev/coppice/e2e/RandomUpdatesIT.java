package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Updates of random sets that are not well: at every recorded change enough is left that serves,
 * and each update ends that can. The long form is {@code hack/updates}.
 */
@OnCoppice
class RandomUpdatesIT {

  private static final int COUNT =
      Integer.parseInt(Objects.requireNonNullElse(System.getenv("COPPICE_UPDATES"), "3"));
  private static final long FIRST =
      Long.parseLong(Objects.requireNonNullElse(System.getenv("COPPICE_UPDATES_SEED"), "1"));

  static LongStream seeds() {
    return LongStream.range(FIRST, FIRST + COUNT);
  }

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @SideBySide
  void keeps_what_serves_and_ends_where_it_can(
      long seed,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    Random random = new Random(seed);
    RandomUpdate update = RandomUpdate.choose(seed, random);
    System.out.printf("seed %d: %s%n", seed, update);
    String selector =
        update.places() < update.pods()
            ? ", " + OnePodNodes.create(client, nodes, namespace, update.places()).selector()
            : "";
    kubectl.apply(update.manifest("t0", true, selector));
    awaitReady(client, "t0", update.places());

    List<Pod> pods = client.pods().list().getItems();
    Collections.shuffle(pods, random);
    pods.stream().filter(Sets::isReady).limit(update.stalled()).forEach(nodes::stall);
    int last = 0;
    for (boolean good : update.templates()) {
      last++;
      kubectl.apply(update.manifest("t" + last, good, selector));
      String template = "t" + last;
      await(template).atMost(PATIENCE).until(() -> !made(client, template).isEmpty());
    }

    awaitReady(client, "t" + last, update.places());
    assertThat(client.pods().list().getItems())
        .hasSize(update.pods())
        .extracting(pod -> pod.getMetadata().getLabels().get("edit"))
        .containsOnly("t" + last);
    // A pod that the update took and that has no place any more holds its end.
    if (update.places() == update.pods()) {
      await().atMost(PATIENCE).until(() -> hasEnded(client));
    }
    Rules.assertKept(Invariants.UPDATE, recorder.upToDate());
  }

  private static List<Pod> made(KubernetesClient client, String template) {
    return client.pods().withLabel("edit", template).list().getItems();
  }

  private static void awaitReady(KubernetesClient client, String template, int count) {
    await(template)
        .atMost(PATIENCE)
        .until(() -> made(client, template).stream().filter(Sets::isReady).count() == count);
  }

  // Pods that were not Ready are replaced at once, which begins no update.
  private static boolean hasEnded(KubernetesClient client) {
    PodCliqueSet set = Sets.set(client, "s");
    PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
    return (progress == null || progress.updateEndedAt() != null)
        && Conditions.find(set.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
            .filter(condition -> "False".equals(condition.getStatus()))
            .filter(condition ->
                set.getMetadata().getGeneration().equals(condition.getObservedGeneration()))
            .isPresent();
  }
}
