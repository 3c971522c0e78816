package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cliques start after one another in the order that their set asks for. */
@OnCoppice
class StartupOrderIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final List<Workload> ORDERED =
      List.of(Workload.WORKLOAD3, Workload.WORKLOAD4, Workload.WORKLOAD5, Workload.WORKLOAD6);

  /** Each round has start delays of its own; {@code COPPICE_STARTUP_ROUNDS} says how many. */
  static LongStream rounds() {
    String asked = System.getenv("COPPICE_STARTUP_ROUNDS");
    return LongStream.rangeClosed(1, asked == null ? 3 : Long.parseLong(asked));
  }

  @ParameterizedTest
  @MethodSource("rounds")
  void releases_a_clique_only_when_its_parents_report_their_minimum_as_ready(
      long seed, Kubectl kubectl, Recorder recorder) {
    Random random = new Random(seed);
    for (Workload workload : ORDERED) {
      kubectl.apply(workload.manifest(clique -> delay(random), ""));
    }

    kubectl.run("wait", "--for=condition=Available", "pcs", "--all", "--timeout=90s");
    await()
        .atMost(PATIENCE)
        .until(() -> kubectl.run("get", "pods", "-o", "name").out().lines().count() == 40);
    kubectl.run("wait", "--for=condition=Ready", "pods", "--all", "--timeout=90s");

    Recording recording = recorder.upToDate();
    Rules.assertKept(Invariants.UNDISTURBED, recording);
    assertThat(recording.histories("Pod"))
        .as("pods that had to wait")
        .filteredOn(pod -> isReleased(pod.last()) && !isReleased(pod.first()))
        .hasSizeGreaterThan(15);
  }

  private static String delay(Random random) {
    return "%s: %dms, %s: %dms"
        .formatted(
            SimAnnotations.START_DELAY,
            random.nextInt(600),
            SimAnnotations.READY_DELAY,
            random.nextInt(600));
  }

  @Test
  void names_the_parents_of_each_clique_by_startup_type(Kubectl kubectl, KubernetesClient client) {
    for (Workload workload : ORDERED) {
      kubectl.apply(workload.manifest());
    }
    kubectl.run("wait", "--for=condition=Available", "pcs", "--all", "--timeout=90s");

    assertThat(parents(client, Workload.WORKLOAD3))
        .isEqualTo(
            Map.of(
                "pc-a", List.of(),
                "sg-x-0-pc-b", List.of("pc-a"),
                "sg-x-0-pc-c", List.of("sg-x-0-pc-b", "sg-x-1-pc-b"),
                "sg-x-1-pc-b", List.of("pc-a"),
                "sg-x-1-pc-c", List.of("sg-x-0-pc-b", "sg-x-1-pc-b")));
    assertThat(parents(client, Workload.WORKLOAD4))
        .isEqualTo(
            Map.of(
                "pc-a", List.of(),
                "sg-x-0-pc-b", List.of("pc-a"),
                "sg-x-0-pc-c", List.of("sg-x-0-pc-b"),
                "sg-x-1-pc-b", List.of(),
                "sg-x-1-pc-c", List.of("sg-x-1-pc-b")));
    assertThat(parents(client, Workload.WORKLOAD5))
        .isEqualTo(
            Map.of(
                "pc-a", List.of(),
                "sg-x-0-pc-b", List.of("sg-x-0-pc-c", "sg-x-1-pc-c"),
                "sg-x-0-pc-c", List.of("pc-a"),
                "sg-x-1-pc-b", List.of("sg-x-0-pc-c", "sg-x-1-pc-c"),
                "sg-x-1-pc-c", List.of("pc-a")));
    assertThat(parents(client, Workload.WORKLOAD6))
        .isEqualTo(
            Map.of(
                "pc-a", List.of(),
                "sg-x-0-pc-b", List.of("pc-a"),
                "sg-x-0-pc-c", List.of("sg-x-0-pc-b"),
                "sg-x-1-pc-b", List.of(),
                "sg-x-1-pc-c", List.of("sg-x-1-pc-b")));
  }

  private static Map<String, List<String>> parents(KubernetesClient client, Workload workload) {
    String prefix = workload.set() + "-0-";
    return client
        .resources(PodClique.class)
        .withLabel(Labels.PART_OF, workload.set())
        .list()
        .getItems()
        .stream()
        .collect(
            Collectors.toMap(
                clique -> clique.getMetadata().getName().replace(prefix, ""),
                clique ->
                    clique.getSpec().startsAfter().stream()
                        .map(parent -> parent.replace(prefix, ""))
                        .toList(),
                (one, other) -> one,
                TreeMap::new));
  }

  @Test
  void holds_a_pod_that_is_made_while_a_parent_is_below_its_minimum_again(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    String slow = SimAnnotations.READY_DELAY + ": 3s";
    kubectl.apply(Workload.WORKLOAD3.manifest(clique -> clique.equals("pc-a") ? slow : "", ""));
    kubectl.run("wait", "--for=condition=Available", "pcs/workload3", "--timeout=90s");
    client.resource(Sets.livePods(client, "workload3-0-pc-a").getFirst()).delete();
    await()
        .atMost(PATIENCE)
        .until(() -> Sets.clique(client, "workload3-0-pc-a").statusOrEmpty().readyReplicas() == 1);
    Pod child = Sets.livePods(client, "workload3-0-sg-x-0-pc-b").getFirst();

    client.resource(child).delete();

    kubectl.run("wait", "--for=condition=Available", "pclq/workload3-0-pc-a", "--timeout=90s");
    kubectl.run(
        "wait", "--for=condition=Available", "pclq/workload3-0-sg-x-0-pc-b", "--timeout=90s");
    Recording recording = recorder.upToDate();
    Rules.assertKept(Invariants.UNDISTURBED, recording);
    assertThat(recording.histories("Pod"))
        .filteredOn(pod -> pod.first().label(Labels.POD_CLIQUE).equals("workload3-0-sg-x-0-pc-b"))
        .last()
        .satisfies(pod -> {
          assertThat(pod.uid()).isNotEqualTo(child.getMetadata().getUid());
          assertThat(isReleased(pod.first())).isFalse();
        });
  }

  private static boolean isReleased(RecordedEvent pod) {
    return !pod.metadata()
        .path("annotations")
        .path(Annotations.STARTUP_RELEASED)
        .asText()
        .isEmpty();
  }
}
