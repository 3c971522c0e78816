package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.gone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.junit.WithoutWebhooks;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The second line of admission: objects that are wrong and that no webhook has seen. */
@OnCoppice
@WithoutWebhooks("sets that are wrong have to get past them")
class ValidityIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration A_WHILE = Duration.ofSeconds(10);
  private static final String CLIQUE = "llm-0-prefill";

  private static final String VALID = Sets.manifest("llm", 1, Sets.clique("prefill", 3, 1));
  private static final String INVALID =
      VALID
          .replace("annotations: {}", "labels: {grove.io/podgang: mine, app: x}")
          .replace("containers:", "schedulerName: volcano\n          containers:");
  private static final String MISTAKES =
      """
      [spec.template.cliques[0].spec.podSpec.schedulerName: Invalid value: "volcano": \
      the scheduler is not enabled in the operator's configuration; enabled: default-scheduler, \
      spec.template.cliques[0].labels[grove.io/podgang]: Forbidden: is written by the operator]\
      """;

  @Test
  @SideBySide
  void tells_what_is_wrong_with_a_set_and_makes_its_pods_when_it_is_mended(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder,
      SharedOperator operator) {
    Instant from = Instant.now();
    kubectl.apply(INVALID);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(validity(client))
                .hasValueSatisfying(condition -> {
                  assertThat(condition.getStatus()).isEqualTo("False");
                  assertThat(condition.getReason()).isEqualTo(ConditionReasons.INVALID);
                  assertThat(condition.getMessage()).isEqualTo(MISTAKES);
                }));
    // A gang says for the first time after 5 s that its pods are not there, and words that change
    // alone are written 10 s later.
    assertThat(recorder.rest().await(AtRest.ALL_IS_TOLD, PATIENCE)).isPresent();
    Instant quiet = Instant.now();
    await().atMost(PATIENCE).until(() -> Instant.now().isAfter(quiet.plus(A_WHILE)));
    Writes writes = AtRest.writes(plane, namespace);
    // Three of them tell why there are no pods: two of the PodClique, one of its gang.
    assertThat(writes.between(from, quiet).count()).as("%s", writes).isLessThanOrEqualTo(12);
    assertThat(writes.between(quiet, Instant.now()).count()).as("%s", writes).isZero();
    assertThat(client.pods().list().getItems()).isEmpty();
    assertThat(warnings(client))
        .singleElement()
        .returns("no pods are created: " + MISTAKES, Event::getMessage);
    assertThat(Told.status(kubectl, "pcs/llm")).isEqualTo("Invalid");
    assertThat(Told.condition(kubectl, "pcs/llm", "Ready")).isEqualTo("False Invalid: " + MISTAKES);
    assertThat(Told.condition(kubectl, "pcs/llm", "Stalled"))
        .isEqualTo("True Invalid: " + MISTAKES);
    assertThat(Told.condition(kubectl, "pclq/" + CLIQUE, "Waiting"))
        .isEqualTo("True Invalid: PodCliqueSet llm: " + MISTAKES);

    kubectl.apply(VALID.replace("annotations: {}", "labels: {app: x}"));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");

    assertThat(validity(client)).isEmpty();
    assertThat(Told.condition(kubectl, "pcs/llm", "Stalled")).isEmpty();
    assertThat(operator.process().log()).doesNotContain("\tat ");
  }

  @Test
  @SideBySide
  void keeps_the_pods_of_a_set_that_becomes_invalid_but_replaces_none(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(VALID);
    await().atMost(PATIENCE).until(() -> readyPods(client).size() == 3);
    kubectl.apply(INVALID);
    await().atMost(PATIENCE).until(() -> validity(client).isPresent());
    List<String> before = readyPods(client);

    kubectl.run("delete", "pod", before.getFirst(), "--now");
    await()
        .atMost(PATIENCE)
        .until(() -> Sets.clique(client, CLIQUE).statusOrEmpty().readyReplicas() == 2);
    assertThat(recorder.rest().await(Rest.QUIET.multipliedBy(4), PATIENCE)).isPresent();

    assertThat(readyPods(client)).isEqualTo(before.subList(1, 3));
    kubectl.run("scale", "pclq", CLIQUE, "--replicas=1");
    await().atMost(PATIENCE).until(() -> readyPods(client).size() == 1);
    kubectl.run("delete", "pcs", "llm", "--timeout=60s");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(client.pods().list().getItems()).isEmpty());
  }

  @Test
  @SideBySide
  void takes_no_number_without_bound_for_an_order(
      Kubectl kubectl, KubernetesClient client, SharedOperator operator) {
    kubectl.apply(VALID);
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");

    kubectl.run("scale", "pcs", "llm", "--replicas=2000000000");
    kubectl.run("scale", "pclq", CLIQUE, "--replicas=2000000000");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(validity(client))
              .hasValueSatisfying(condition ->
                  assertThat(condition.getMessage())
                      .isEqualTo(
                          "spec.replicas: Invalid value: 2000000000: the set would have 6000000000"
                              + " pods; at most 10000 are allowed"));
          assertThat(validity(Sets.clique(client, CLIQUE).statusOrEmpty().conditions()))
              .isPresent();
          assertThat(warnings(client)).hasSize(2);
        });
    assertThat(client.pods().list().getItems()).hasSize(3);
    assertThat(client.services().list().getItems()).hasSize(1);
    kubectl.run("scale", "pcs", "llm", "--replicas=1");
    kubectl.run("scale", "pclq", CLIQUE, "--replicas=4");
    await()
        .atMost(PATIENCE)
        .until(() -> readyPods(client).size() == 4 && validity(client).isEmpty());
    assertThat(operator.process().log()).doesNotContain("\tat ");
  }

  @Test
  @SideBySide
  void tears_down_what_broke_of_an_invalid_set_and_makes_its_pods_when_it_is_mended(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    String valid =
        Teardowns.delayed(
            Sets.manifest("llm", 1, Sets.clique("prefill", 3, 2), Sets.clique("decode", 1, 1)),
            "3s");
    kubectl.apply(valid);
    // Available asks for the minimum only.
    await().atMost(PATIENCE).until(() -> readyPods(client).size() == 3);
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    kubectl.apply(valid.replace("annotations: {}", "labels: {grove.io/podgang: mine}"));
    await().atMost(PATIENCE).until(() -> validity(client).isPresent());
    Condition invalid = validity(client).orElseThrow();
    Set<String> before = uidsOfWhatIsLeft(client);
    List<String> lost = readyPods(client).subList(0, 2);

    kubectl.run("delete", "pod", lost.get(0), lost.get(1), "--now");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(gone(recorder)).containsExactlyInAnyOrder(CLIQUE, "llm-0-decode"));
    assertThat(recorder.rest().await(A_WHILE, PATIENCE)).isPresent();

    assertThat(client.pods().list().getItems()).isEmpty();
    assertThat(uidsOfWhatIsLeft(client)).isEqualTo(before);
    Map<String, String> remade = cliqueUids(client);
    assertThat(remade).containsOnlyKeys(CLIQUE, "llm-0-decode");
    assertThat(validity(client)).contains(invalid);
    assertThat(condition(client, ConditionTypes.AVAILABLE))
        .hasValueSatisfying(available ->
            assertThat(available.getMessage()).isEqualTo("0 of 1 replicas are available"));
    assertThat(Sets.clique(client, CLIQUE).statusOrEmpty().wasAvailable()).isFalse();
    assertThat(Sets.set(client, "llm").statusOrEmpty().replicaDeletions())
        .singleElement()
        .returns(CLIQUE, ReplicaDeletion::clique)
        .returns(1, ReplicaDeletion::ready)
        .returns(2, ReplicaDeletion::minAvailable)
        .matches(record -> !record.open(), "is closed");
    assertThat(events(client, EventReasons.SET_REPLICA_DELETE_SUCCESSFUL)).hasSize(1);
    assertThat(warnings(client)).hasSize(1);

    kubectl.apply(valid);
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");

    assertThat(validity(client)).isEmpty();
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(readyPods(client)).hasSize(3));
    assertThat(cliqueUids(client)).isEqualTo(remade);
  }

  private static Map<String, String> cliqueUids(KubernetesClient client) {
    return client.resources(PodClique.class).list().getItems().stream()
        .collect(Collectors.toMap(c -> c.getMetadata().getName(), c -> c.getMetadata().getUid()));
  }

  /** What a teardown has nothing to do with: the set, its PodGang and its Service. */
  private static Set<String> uidsOfWhatIsLeft(KubernetesClient client) {
    return Stream.<Class<? extends HasMetadata>>of(PodCliqueSet.class, PodGang.class, Service.class)
        .flatMap(kind -> client.resources(kind).list().getItems().stream())
        .map(object -> object.getMetadata().getUid())
        .collect(Collectors.toSet());
  }

  private static Optional<Condition> validity(KubernetesClient client) {
    return condition(client, ConditionTypes.VALID);
  }

  private static Optional<Condition> condition(KubernetesClient client, String type) {
    return Conditions.find(Sets.set(client, "llm").statusOrEmpty().conditions(), type);
  }

  private static Optional<Condition> validity(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.VALID);
  }

  private static List<String> readyPods(KubernetesClient client) {
    return Sets.livePods(client, CLIQUE).stream()
        .filter(Sets::isReady)
        .map(pod -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static List<Event> warnings(KubernetesClient client) {
    return events(client, EventReasons.INVALID);
  }

  private static List<Event> events(KubernetesClient client, String reason) {
    return client.v1().events().list().getItems().stream()
        .filter(event -> reason.equals(event.getReason()))
        .toList();
  }
}
