package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gangs that the stock scheduler places as a whole. {@code COPPICE_GANG_SCENARIOS} names others
 * than the two scenarios that run by default, or {@code all}; {@code COPPICE_GANG_ROUNDS} asks for
 * more than two rounds of gangs that want the same room, {@code COPPICE_GANG_SEED} for others, and
 * {@code COPPICE_STOP_SECONDS} for pods that take longer to end.
 */
@OnOwnOperators
class NativeGangIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String STOP_DELAY = setting("COPPICE_STOP_SECONDS", 6) + "s";
  private static final int ROOM = 8;
  private static final int ROUNDS = setting("COPPICE_GANG_ROUNDS", 2);
  private static final int SEED = setting("COPPICE_GANG_SEED", 1);

  @TempDir private Path directory;

  private OperatorProcess operator;

  @BeforeEach
  void startOperator(ControlPlane plane) {
    operator =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR)).nativeGangs().start();
  }

  @AfterEach
  void end(KubernetesClient client, TestNamespace namespace) {
    operator.close();
    OnePodNodes.deleteAll(client, namespace);
  }

  private static int setting(String name, int otherwise) {
    return Integer.parseInt(System.getenv().getOrDefault(name, Integer.toString(otherwise)));
  }

  static Stream<String> scenarios() {
    String wanted = System.getenv().getOrDefault("COPPICE_GANG_SCENARIOS", "GS1,GS8");
    return wanted.equals("all") ? GangScenario.all().stream() : Stream.of(wanted.split(","));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void places_the_minimum_of_each_gang_at_once_or_not_at_all(
      String name,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace) {
    GangScenario scenario = GangScenario.of(name);
    String set = scenario.workload().set();
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, scenario.nodes());
    places.names().stream().skip(scenario.free()).forEach(nodes::cordon);
    kubectl.apply(scenario.workload().manifest(clique -> "", places.selector()));
    awaitPods(client, 0, scenario.pods());
    await()
        .atMost(PATIENCE)
        .until(() -> client.pods().list().getItems().stream().allMatch(NativeGangIT::isToldWhy));
    assertThat(running(client)).as("no node is taken in vain").isEmpty();

    int free = scenario.free();
    for (GangScenario.Step step : scenario.steps()) {
      if (!step.kubectl().isEmpty()) {
        kubectl.run(
            step.kubectl().stream()
                .map(word -> word.replace("WORKLOAD", set))
                .toArray(String[]::new));
      }
      places.names().stream().skip(free).limit(step.room()).forEach(nodes::uncordon);
      free += step.room();
      awaitPods(client, step.running(), step.pending());
      if (step.running() > 0) {
        assertWholeOrEmpty(client);
      }
    }
    assertThat(running(client))
        .extracting(pod -> pod.getSpec().getNodeName())
        .doesNotHaveDuplicates();
    kubectl.run("wait", "--for=condition=GangScheduling", "pcs/" + set, "--timeout=90s");
    kubectl.run("wait", "--for=condition=Scheduled", "pcs/" + set, "--timeout=90s");
  }

  private static void awaitPods(KubernetesClient client, int running, int pending) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          List<Pod> pods = staying(client);
          assertThat(pods).hasSize(running + pending);
          assertThat(pods).filteredOn(NativeGangIT::isBound).hasSize(running);
          assertThat(pods).filteredOn(Sets::isReady).hasSize(running);
        });
  }

  private static List<Pod> staying(KubernetesClient client) {
    return client.pods().list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private static boolean isBound(Pod pod) {
    return pod.getSpec().getNodeName() != null;
  }

  private static boolean isToldWhy(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(condition -> condition.getType().equals("PodScheduled"));
  }

  private static List<Pod> running(KubernetesClient client) {
    return staying(client).stream().filter(NativeGangIT::isBound).toList();
  }

  // By what the pods say of themselves, and by how many of them were told to come together.
  private static void assertWholeOrEmpty(KubernetesClient client) {
    Map<String, Long> bound =
        running(client).stream()
            .flatMap(pod -> NativeGangs.placementOf(pod).stream())
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(bound).isNotEmpty();
    bound.forEach((group, count) ->
        assertThat(placements(client).get(group)).as(group).isEqualTo(count.intValue()));
  }

  private static Map<String, Integer> placements(KubernetesClient client) {
    return client.resources(PodGang.class).list().getItems().stream()
        .flatMap(gang -> gang.statusOrEmpty().podGroups().stream())
        .collect(Collectors.toMap(GangPlacement::name, GangPlacement::minCount));
  }

  @Test
  void a_gang_that_is_torn_down_comes_back_as_a_whole_while_its_old_pods_still_end(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 10);
    kubectl.apply(
        Workload.WORKLOAD1
            .manifest(clique -> SimAnnotations.STOP_DELAY + ": " + STOP_DELAY, places.selector())
            .replace("template:", "template:\n    terminationDelay: 4s"));
    kubectl.run("wait", "--for=condition=Available", "pcs/workload1", "--timeout=90s");
    Map<String, Integer> first = placements(client);
    assertThat(first).hasSize(1);

    places.lose(Sets.livePods(client, "workload1-0-pc-a").getFirst());

    await()
        .atMost(PATIENCE)
        .until(() -> placements(client).keySet().stream().noneMatch(first::containsKey));
    places.uncordon();
    awaitPods(client, 10, 0);
    assertWholeOrEmpty(client);
    kubectl.run("wait", "--for=condition=Scheduled", "pcs/workload1", "--timeout=90s");
  }

  @Test
  void a_pod_group_that_somebody_else_took_is_told_of_and_taken_back_when_it_is_free(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 1);
    kubectl.apply(
        Sets.manifest("web", 1, Sets.clique("a", 2, 2))
            .replace("containers:", places.selector() + "\n          containers:"));
    awaitPods(client, 0, 2);
    String group = placements(client).keySet().iterator().next();

    new SchedulerObject("podgroups.scheduling.k8s.io", group, "web").changesHands(kubectl, client);
  }

  @Test
  void what_is_replaced_later_needs_no_whole_gang(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("a", 3, 3), Sets.clique("b", 2, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=90s");
    kubectl.run("scale", "pclq", "web-0-a", "--replicas=2");
    awaitPods(client, 4, 0);
    Pod lost = Sets.livePods(client, "web-0-b").getFirst();

    client.resource(lost).delete();

    await()
        .atMost(PATIENCE)
        .until(() ->
            Sets.livePods(client, "web-0-b").stream()
                    .filter(Sets::isReady)
                    .filter(pod -> !pod.getMetadata().getUid().equals(lost.getMetadata().getUid()))
                    .filter(pod -> NativeGangs.placementOf(pod).isEmpty())
                    .count()
                == 1);
    awaitPods(client, 4, 0);
  }

  @Test
  void a_pod_of_a_training_job_that_fails_after_another_was_done_is_replaced(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Trainings.manifest("x", 1, "", Trainings.clique("a", 2, 1, "")));
    List<Pod> pods = Trainings.awaitReady(client, 0, 2);
    assertThat(pods).allMatch(pod -> NativeGangs.placementOf(pod).isPresent() == isFirst(pod));
    List<String> uids = pods.stream().map(pod -> pod.getMetadata().getUid()).toList();
    Trainings.exit(client, pods.get(0), 0);
    Trainings.exit(client, pods.get(1), 1);

    Pod second =
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    running(client).stream()
                        .filter(Sets::isReady)
                        .filter(pod -> !uids.contains(pod.getMetadata().getUid()))
                        .findFirst(),
                Optional::isPresent)
            .orElseThrow();

    assertThat(NativeGangs.placementOf(second)).isEmpty();
    Trainings.exit(client, second, 0);
    Trainings.wait(kubectl, "Complete", "x");
  }

  private static boolean isFirst(Pod pod) {
    return Sets.podIndex(pod).equals("0");
  }

  /** Each is larger than half of the room, so that a part of both would block both. */
  @Test
  void of_two_gangs_that_fit_one_at_a_time_first_one_runs_and_then_the_other(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, ROOM);
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      List<String> names = List.of("one-" + round, "two-" + round);
      names.forEach(name -> kubectl.apply(gang(name, random, places)));

      String first = awaitWhole(client, names);
      String second = first.equals(names.get(0)) ? names.get(1) : names.get(0);
      assertThat(boundOf(client, second)).as("%s holds nothing in vain", second).isZero();
      kubectl.run("delete", "pcs", first, "--wait=false");

      assertThat(awaitWhole(client, List.of(second))).isEqualTo(second);
      kubectl.run("delete", "pcs", second, "--wait=false");
      await().atMost(PATIENCE).until(() -> client.pods().list().getItems().isEmpty());
    }
    System.out.printf("%d rounds of two gangs by seed %d%n", ROUNDS, SEED);
  }

  private static String gang(String name, Random random, OnePodNodes places) {
    int pods = ROOM / 2 + 1 + random.nextInt(ROOM / 2);
    int ofA = 1 + random.nextInt(pods - 1);
    return Sets.manifest(
            name, 1, Sets.clique("a", ofA, ofA), Sets.clique("b", pods - ofA, pods - ofA))
        .replace("containers:", places.selector() + "\n          containers:");
  }

  private static String awaitWhole(KubernetesClient client, List<String> names) {
    await().atMost(PATIENCE).until(() -> names.stream().anyMatch(name -> isWhole(client, name)));
    return names.stream().filter(name -> isWhole(client, name)).findFirst().orElseThrow();
  }

  private static boolean isWhole(KubernetesClient client, String set) {
    return Optional.ofNullable(Sets.set(client, set))
        .filter(found -> found.statusOrEmpty().availableReplicas() == 1)
        .isPresent();
  }

  private static long boundOf(KubernetesClient client, String set) {
    return running(client).stream()
        .filter(pod -> pod.getMetadata().getLabels().get(Labels.PART_OF).equals(set))
        .count();
  }
}
