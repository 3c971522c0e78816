package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.faults.Storm;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.RunDirectory;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Groups that come to their blocks while calls and events are late by chance and the operator dies.
 * {@code hack/exclusive} runs it, COPPICE_EXCLUSIVE_ROUNDS times by COPPICE_EXCLUSIVE_SEED.
 */
@OnOwnOperators
@EnabledIfEnvironmentVariable(named = "COPPICE_EXCLUSIVE_ROUNDS", matches = "\\d+")
class ExclusiveRoundsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Of each kind of group; all of them together want all the blocks. */
  private static final int GROUPS = 2;

  private static final int PODS = GROUPS * ExclusiveGroups.values().length * ExclusiveGroups.SIZE;
  private static final int KILLS = 2;

  /** Fewer than the sets need, so that no death comes too late. */
  private static final int WRITES = 60;

  private static @Nullable Storm storm;

  // Not before all: what the operator needs is installed before each.
  private static Storm storm(ControlPlane plane) {
    if (storm == null) {
      storm = Storm.over(plane, RunDirectory.of("storm"));
    }
    return storm;
  }

  @AfterAll
  static void stop(ControlPlane plane) {
    if (storm != null) {
      storm.close();
    }
    try (KubernetesClient client = plane.client()) {
      ExclusiveNodes.deleteAll(client);
    }
  }

  static IntStream rounds() {
    return IntStream.range(0, Integer.parseInt(System.getenv("COPPICE_EXCLUSIVE_ROUNDS")));
  }

  private static long seed(int round) {
    return 1000L * Integer.parseInt(System.getenv().getOrDefault("COPPICE_EXCLUSIVE_SEED", "1"))
        + round;
  }

  @ParameterizedTest
  @MethodSource("rounds")
  void every_group_comes_to_a_block_and_every_subgroup_to_a_slice(
      int round,
      ControlPlane plane,
      Kubectl kubectl,
      KubernetesClient client,
      Recorder recorder,
      SimulatedNodes simulated,
      TestNamespace namespace) {
    Storm storm = storm(plane);
    ExclusiveNodes nodes = ExclusiveNodes.create(client, simulated);
    nodes.addDecoys();
    Random random = new Random(seed(round));
    List<ExclusiveGroups> kinds = new ArrayList<>(List.of(ExclusiveGroups.values()));
    Collections.shuffle(kinds, random);
    storm.rise(namespace.name(), random.nextLong(), KILLS, WRITES);

    for (ExclusiveGroups kind : kinds) {
      kubectl.apply(kind.manifest(name(kind), GROUPS));
      int made = random.nextInt(PODS / kinds.size());
      await().atMost(PATIENCE).until(() -> pods(client).size() >= made);
    }
    awaitReady(client, Set.of());
    Set<String> lost = new HashSet<>();
    for (Pod pod : shuffled(pods(client), random).subList(0, 1 + random.nextInt(PODS))) {
      lost.add(pod.getMetadata().getUid());
      client.resource(pod).delete();
    }
    awaitReady(client, lost);
    storm.calm();

    Set<Set<Set<String>>> drawn =
        kinds.stream()
            .flatMap(kind -> kind.places(name(kind), GROUPS).stream())
            .collect(Collectors.toSet());
    assertThat(nodes.places(pods(client))).isEqualTo(drawn);
    Recording recording = recorder.upToDate();
    Rules.assertKept(nodes.rules(), recording);
    kinds.forEach(kind -> kind.assertLabelled(recording, namespace.name(), name(kind), GROUPS));
    System.out.printf(
        "round %d by seed %d: %d pods made, %d lost, %d deaths so far%n",
        round, seed(round), Sets.podsMade(recording), lost.size(), storm.kills());
  }

  private static String name(ExclusiveGroups kind) {
    return "of-" + kind.name().toLowerCase(Locale.ROOT);
  }

  private static List<Pod> pods(KubernetesClient client) {
    return client.pods().withLabel(Labels.GROUP_KEY).list().getItems();
  }

  private static List<Pod> shuffled(List<Pod> pods, Random random) {
    List<Pod> shuffled = new ArrayList<>(pods);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  private static void awaitReady(KubernetesClient client, Set<String> without) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(pods(client))
                .hasSize(PODS)
                .allMatch(Sets::isReady)
                .noneMatch(pod -> pod.getMetadata().getDeletionTimestamp() != null)
                .noneMatch(pod -> without.contains(pod.getMetadata().getUid())));
  }
}
