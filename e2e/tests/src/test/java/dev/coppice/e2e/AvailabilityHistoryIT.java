package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.delayed;
import static dev.coppice.e2e.Teardowns.gone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Only what has been lost is a breach: never what was not there yet, nor what nobody asks for. */
@OnCoppice
class AvailabilityHistoryIT {

  private static final String DELAY = "2s";
  private static final String GROUP = "s-0-g";

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  @Test
  @SideBySide
  void what_never_became_available_is_never_torn_down(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      ControlPlane plane,
      Recorder recorder) {
    OnePodNodes one = OnePodNodes.create(client, nodes, namespace, "one", 1);
    OnePodNodes rest = OnePodNodes.create(client, nodes, namespace, "rest", 3);
    TeardownClock clock = TeardownClock.start(kubectl, client, nodes, namespace, DELAY);
    String stuck = "%s: %s".formatted(SimAnnotations.STUCK, SimAnnotations.STUCK_UNREADY);
    apply(
        kubectl,
        """
        - {name: g, cliqueNames: [grouped], replicas: 2, minAvailable: 1}
        """,
        in(rest.selector(), Sets.clique("healthy", 1, 1)),
        in(rest.selector(), Sets.clique("unready", 1, 1, stuck)),
        in("nodeSelector: {room: nowhere}", Sets.clique("homeless", 1, 1)),
        in(one.selector(), Sets.clique("half", 2, 2)),
        in(rest.selector(), Sets.clique("grouped", 1, 1, stuck)));
    awaitStatus(client, "s-0-healthy", PodCliqueStatus::wasAvailable);
    awaitStatus(client, "s-0-half", status -> status.readyReplicas() == 1);
    for (String clique : List.of("s-0-unready", "s-0-g-0-grouped")) {
      awaitStatus(client, clique, status -> status.scheduledReplicas() == 1);
    }
    one.lose(
        Sets.livePods(client, "s-0-half").stream().filter(Sets::isReady).findFirst().orElseThrow());
    awaitStatus(client, "s-0-half", status -> status.readyReplicas() == 0);
    NavigableMap<String, String> before = uids(client);

    clock.strike(3);

    assertThat(gone(recorder)).hasSizeGreaterThanOrEqualTo(3).containsOnly(TeardownClock.CLIQUE);
    assertThat(uids(client)).isEqualTo(before);
    assertThat(deletesOfCliques(plane, namespace)).containsOnly(TeardownClock.CLIQUE);
    assertThat(Sets.set(client, "s").statusOrEmpty().replicaDeletions()).isEmpty();
    assertThat(status(client, "s-0-healthy").wasAvailable()).isTrue();
    List<String> never = new ArrayList<>(before.navigableKeySet());
    never.remove("s-0-healthy");
    assertThat(never).hasSize(5).allSatisfy(clique -> assertNeverAvailable(status(client, clique)));
    assertThat(breachOfGroup(client).getStatus()).isEqualTo("False");
  }

  @Test
  @SideBySide
  void a_replica_that_was_torn_down_starts_with_a_clean_history(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes two = OnePodNodes.create(client, nodes, namespace, "two", 2);
    OnePodNodes rest = OnePodNodes.create(client, nodes, namespace, "rest", 1);
    TeardownClock clock = TeardownClock.start(kubectl, client, nodes, namespace, DELAY);
    apply(
        kubectl,
        "",
        in(two.selector(), Sets.clique("needy", 2, 2)),
        in(rest.selector(), Sets.clique("other", 1, 1)));
    awaitStatus(client, "s-0-needy", PodCliqueStatus::wasAvailable);
    awaitStatus(client, "s-0-other", PodCliqueStatus::wasAvailable);
    NavigableMap<String, String> first = uids(client);
    two.lose(Sets.livePods(client, "s-0-needy").getFirst());
    awaitRemade(client, first);
    awaitStatus(client, "s-0-needy", status -> status.readyReplicas() == 1);
    awaitStatus(client, "s-0-other", PodCliqueStatus::wasAvailable);
    NavigableMap<String, String> second = uids(client);

    clock.strike(3);

    assertThat(uids(client)).isEqualTo(second);
    assertNeverAvailable(status(client, "s-0-needy"));
    assertThat(status(client, "s-0-needy").metMinimum()).isNull();
    assertThat(recorder.upToDate().ofUid(second.get("s-0-needy")))
        .as("the second clique of that name")
        .noneMatch(event -> event.status().path("wasAvailable").asBoolean())
        .noneMatch(event -> event.status().has("metMinimum"));
    two.uncordon();
    awaitStatus(client, "s-0-needy", PodCliqueStatus::wasAvailable);
    two.lose(Sets.livePods(client, "s-0-needy").getFirst());
    awaitRemade(client, second);
    two.uncordon();
    awaitStatus(client, "s-0-needy", status -> status.readyReplicas() == 2);
    assertThat(Sets.set(client, "s").statusOrEmpty().replicaDeletions())
        .hasSize(2)
        .allSatisfy(record ->
            assertThat(record)
                .returns("s-0-needy", ReplicaDeletion::clique)
                .returns(1, ReplicaDeletion::ready)
                .returns(2, ReplicaDeletion::minAvailable));
  }

  @Test
  @SideBySide
  void what_is_scaled_below_its_minimum_is_torn_down_only_when_it_loses_what_it_was_left_with(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes three = OnePodNodes.create(client, nodes, namespace, "three", 3);
    OnePodNodes rest = OnePodNodes.create(client, nodes, namespace, "rest", 2);
    TeardownClock clock = TeardownClock.start(kubectl, client, nodes, namespace, DELAY);
    apply(
        kubectl,
        """
        - {name: g, cliqueNames: [grouped], replicas: 2, minAvailable: 2}
        """,
        in(three.selector(), Sets.clique("scaled", 3, 2)),
        in(rest.selector(), Sets.clique("grouped", 1, 1)));
    awaitStatus(client, "s-0-scaled", status -> status.readyReplicas() == 3);
    await()
        .atMost(Teardowns.PATIENCE)
        .until(() -> group(client).statusOrEmpty().availableReplicas() == 2);

    kubectl.run("scale", "pclq", "s-0-scaled", "--replicas=1");
    kubectl.run("scale", "pcsg", GROUP, "--replicas=1");
    awaitStatus(client, "s-0-scaled", status -> status.replicas() == 1);
    await().atMost(Teardowns.PATIENCE).until(() -> gone(recorder).contains("s-0-g-1-grouped"));
    NavigableMap<String, String> scaledIn = uids(client);
    clock.strike(2);

    assertThat(uids(client)).isEqualTo(scaledIn).hasSize(2);
    assertSufficient(status(client, "s-0-scaled"), "1 of 1 pods are ready");
    assertThat(breachOfGroup(client).getStatus()).isEqualTo("False");

    // Nor is it when more are asked for and do not come.
    three.cordon();
    kubectl.run("scale", "pclq", "s-0-scaled", "--replicas=3");
    awaitStatus(client, "s-0-scaled", status -> status.replicas() == 3);
    clock.strike(1);

    assertThat(uids(client)).isEqualTo(scaledIn);
    assertSufficient(
        status(client, "s-0-scaled"),
        "1 of 3 pods are ready; its minimum of 2 has not been ready since it was scaled out, so none counts as lost");

    three.lose(
        Sets.livePods(client, "s-0-scaled").stream()
            .filter(Sets::isReady)
            .findFirst()
            .orElseThrow());
    awaitRemade(client, scaledIn);
    three.uncordon();
    awaitStatus(client, "s-0-scaled", status -> status.readyReplicas() == 3);
    assertThat(Sets.set(client, "s").statusOrEmpty().replicaDeletions())
        .singleElement()
        .returns("s-0-scaled", ReplicaDeletion::clique)
        .returns(0, ReplicaDeletion::ready)
        .returns(1, ReplicaDeletion::minAvailable);
    assertThat(group(client).getSpec().replicas()).isEqualTo(1);
  }

  private static void apply(Kubectl kubectl, String groups, String... cliques) {
    String manifest = delayed(Sets.manifest("s", 1, cliques), DELAY);
    kubectl.apply(
        groups.isEmpty()
            ? manifest
            : manifest.replace(
                "    cliques:\n",
                "    podCliqueScalingGroups:\n" + groups.indent(4) + "    cliques:\n"));
  }

  /** A clique with one more line in its pod specification. */
  private static String in(String line, String clique) {
    return clique.replace("podSpec:\n", "podSpec:\n          " + line + "\n");
  }

  private static PodCliqueStatus status(KubernetesClient client, String clique) {
    return Sets.clique(client, clique).statusOrEmpty();
  }

  private static void awaitStatus(
      KubernetesClient client, String clique, Predicate<PodCliqueStatus> is) {
    await("status of " + clique)
        .atMost(Teardowns.PATIENCE)
        .until(() -> {
          PodClique found = client.resources(PodClique.class).withName(clique).get();
          return found != null && is.test(found.statusOrEmpty());
        });
  }

  /** The UIDs of the PodCliques of the set under test, by name. */
  private static NavigableMap<String, String> uids(KubernetesClient client) {
    NavigableMap<String, String> uids = new TreeMap<>();
    client.resources(PodClique.class).list().getItems().stream()
        .filter(clique -> clique.getMetadata().getName().startsWith("s-"))
        .forEach(clique -> uids.put(clique.getMetadata().getName(), clique.getMetadata().getUid()));
    return uids;
  }

  private static void awaitRemade(KubernetesClient client, NavigableMap<String, String> before) {
    await("all PodCliques are made again")
        .atMost(Teardowns.PATIENCE)
        .untilAsserted(() ->
            assertThat(uids(client))
                .containsOnlyKeys(before.keySet())
                .doesNotContainValue(before.firstEntry().getValue())
                .doesNotContainValue(before.lastEntry().getValue()));
  }

  private static List<String> deletesOfCliques(ControlPlane plane, TestNamespace namespace) {
    return AtRest.writes(plane, namespace).to("podcliques").withVerb("delete").requests().stream()
        .map(request -> request.name())
        .toList();
  }

  private static Condition breach(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.MIN_AVAILABLE_BREACHED).orElseThrow();
  }

  private static Condition breachOfGroup(KubernetesClient client) {
    return breach(group(client).statusOrEmpty().conditions());
  }

  private static PodCliqueScalingGroup group(KubernetesClient client) {
    return client.resources(PodCliqueScalingGroup.class).withName(GROUP).require();
  }

  private static void assertNeverAvailable(PodCliqueStatus status) {
    assertThat(status.wasAvailable()).isFalse();
    assertThat(breach(status.conditions()))
        .returns("False", Condition::getStatus)
        .returns(ConditionReasons.NEVER_AVAILABLE, Condition::getReason);
  }

  private static void assertSufficient(PodCliqueStatus status, String message) {
    assertThat(breach(status.conditions()))
        .returns("False", Condition::getStatus)
        .returns(ConditionReasons.SUFFICIENT_READY_PODS, Condition::getReason)
        .returns(message, Condition::getMessage);
  }
}
