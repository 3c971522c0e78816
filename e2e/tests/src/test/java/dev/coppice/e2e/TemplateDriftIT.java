package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.podsOf;
import static dev.coppice.e2e.Teardowns.uids;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.LastError;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A podSpec of a PodClique that is not the one that its owner wrote. */
@OnCoppice
class TemplateDriftIT {

  private static final String SET = "workload2";
  private static final String MANIFEST = Workload.WORKLOAD2.manifest();
  private static final int PODS = 10;
  private static final String OF_ITS_OWN = SET + "-0-pc-a";
  private static final String MEMBER = SET + "-0-sg-x-1-pc-c";

  @ParameterizedTest
  @ValueSource(strings = {OF_ITS_OWN, MEMBER})
  void a_pod_spec_edited_by_hand_is_put_back_and_no_pod_is_made_from_it(
      String clique, Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(MANIFEST);
    Set<String> staying = uids(awaitReady(client, PODS));
    PodSpec before = PodSpecs.podSpec(client, clique);
    Pod lost = podsOf(Teardowns.pods(client), clique).getFirst();
    staying.remove(lost.getMetadata().getUid());

    PodSpecs.edit(kubectl, clique);
    client.resource(lost).delete();

    PodSpecs.awaitRepaired(client, before, clique);
    assertThat(uids(awaitReady(client, PODS)))
        .containsAll(staying)
        .doesNotContain(lost.getMetadata().getUid());
    assertThat(PodSpecs.images(recorder)).containsOnly(PodSpecs.IMAGE);
    assertThat(PodSpecs.drifts(recorder)).containsOnly(clique);
    assertThat(PodSpecs.repairs(client))
        .singleElement()
        .returns("Warning", Event::getType)
        .returns("wrote again the podSpec of 1 PodClique: " + clique, Event::getMessage)
        .returns(PodSpecs.owner(client, clique), event -> event.getInvolvedObject().getUid());
  }

  @Test
  void a_pod_spec_edited_while_the_operator_is_away_is_put_back_before_any_pod_is_made(
      Kubectl kubectl, KubernetesClient client, Recorder recorder, SharedOperator operator) {
    kubectl.apply(MANIFEST);
    Set<String> staying = uids(awaitReady(client, PODS));
    List<String> cliques = List.of(OF_ITS_OWN, MEMBER);
    Map<String, PodSpec> before = new HashMap<>();
    List<String> lost = new ArrayList<>();
    operator.process().kill();

    for (String clique : cliques) {
      before.put(clique, PodSpecs.podSpec(client, clique));
      PodSpecs.edit(kubectl, clique);
      Pod pod = podsOf(Teardowns.pods(client), clique).getFirst();
      lost.add(pod.getMetadata().getUid());
      kubectl.run("delete", "pod", pod.getMetadata().getName(), "--timeout=60s");
    }
    staying.removeAll(lost);
    operator.ensureRunning();

    cliques.forEach(clique -> PodSpecs.awaitRepaired(client, before.get(clique), clique));
    assertThat(uids(awaitReady(client, PODS)))
        .containsAll(staying)
        .doesNotContainAnyElementsOf(lost);
    assertThat(PodSpecs.images(recorder)).containsOnly(PodSpecs.IMAGE);
    assertThat(PodSpecs.repairs(client))
        .extracting(event -> event.getInvolvedObject().getUid())
        .containsExactlyInAnyOrder(
            PodSpecs.owner(client, OF_ITS_OWN), PodSpecs.owner(client, MEMBER));
  }

  @Test
  void a_pod_spec_that_a_policy_fills_in_is_no_drift(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    try (MutatingPolicy _ = PodSpecs.filling(kubectl)) {
      kubectl.apply(MANIFEST);
      assertThat(awaitReady(client, PODS)).allMatch(PodSpecs::isFilled);
      kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");
      AtRest.assertWritesNothing(plane, namespace, recorder);

      Updates.change(client, SET, "2", "pc-a", "pc-c");
      Updates.awaitUpdated(client, SET, PODS, "2", "pc-a", "pc-c");
      assertThat(Teardowns.pods(client)).allMatch(PodSpecs::isFilled);
      AtRest.assertWritesNothing(plane, namespace, recorder);
    }

    // What it has filled in stays when it is gone.
    AtRest.assertWritesNothing(plane, namespace, recorder);
    assertThat(client.resources(PodClique.class).list().getItems())
        .noneMatch(clique -> PodSpecs.isWaiting(client, clique.getMetadata().getName()));
    assertThat(PodSpecs.repairs(client)).isEmpty();
    assertThat(PodSpecs.errors(client, SET)).isEmpty();
  }

  @Test
  void what_somebody_edits_beside_what_a_policy_fills_in_is_put_back(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    try (MutatingPolicy _ = PodSpecs.filling(kubectl)) {
      kubectl.apply(MANIFEST);
      awaitReady(client, PODS);
      PodSpec before = PodSpecs.podSpec(client, MEMBER);

      PodSpecs.edit(kubectl, MEMBER);
      client.resource(podsOf(Teardowns.pods(client), MEMBER).getFirst()).delete();

      PodSpecs.awaitRepaired(client, before, MEMBER);
      assertThat(awaitReady(client, PODS)).allMatch(PodSpecs::isFilled);
      assertThat(PodSpecs.images(recorder)).containsOnly(PodSpecs.IMAGE);
    }
  }

  @Test
  void a_policy_that_comes_later_is_told_once_when_it_fills_in_a_pod_spec(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    kubectl.apply(MANIFEST);
    Set<String> before = uids(awaitReady(client, PODS));
    try (MutatingPolicy _ = PodSpecs.filling(kubectl)) {
      kubectl.run("annotate", "pclq", OF_ITS_OWN, "example.com/reviewed=yes");

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(PodSpecs.repairs(client)).isNotEmpty());
      AtRest.assertWritesNothing(plane, namespace, recorder);
      assertThat(uids(Teardowns.pods(client))).isEqualTo(before);
      assertThat(PodSpecs.repairs(client)).singleElement().returns(1, Event::getCount);
      assertThat(PodSpecs.isWaiting(client, OF_ITS_OWN)).isFalse();
      assertThat(PodSpecs.errors(client, SET)).isEmpty();
    }
  }

  @Test
  void a_policy_that_rewrites_pod_specs_is_named_and_not_fought(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder,
      SharedOperator operator) {
    Instant from = Instant.now();
    try (MutatingPolicy _ = PodSpecs.mirroring(kubectl)) {
      kubectl.apply(MANIFEST);
      awaitReady(client, PODS);
      kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");

      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(PodSpecs.errors(client, SET))
                  .hasSize(2)
                  .allSatisfy(error ->
                      assertThat(error)
                          .returns(ErrorCodes.VALUE_REWRITTEN, LastError::code)
                          .returns(
                              "PodClique: /spec/podSpec/containers/0/image was set to \""
                                  + PodSpecs.IMAGE
                                  + "\" and has become \""
                                  + PodSpecs.MIRRORED
                                  + "\"",
                              LastError::description)));
      assertThat(PodSpecs.images(recorder)).containsOnly(PodSpecs.MIRRORED);
      Instant to = Instant.now();
      Writes writes = AtRest.writes(plane, namespace).between(from, to).to("podcliques");
      int cliques = client.resources(PodClique.class).list().getItems().size();
      assertThat(writes.toSubresource("").count())
          .as(writes.toString())
          // One makes it, one notes what the first podSpec has become, and one tries to mend it.
          .isLessThanOrEqualTo(3 * cliques);
    }
    Set<String> before = uids(Teardowns.pods(client));
    // Another process does not know what was not kept before.
    operator.process().kill();
    operator.ensureRunning();

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(PodSpecs.errors(client, SET)).isEmpty();
          assertThat(PodSpecs.image(client, OF_ITS_OWN)).isEqualTo(PodSpecs.IMAGE);
          assertThat(PodSpecs.image(client, MEMBER)).isEqualTo(PodSpecs.IMAGE);
        });
    // The template is the same: what runs stays.
    AtRest.assertWritesNothing(plane, namespace, recorder);
    assertThat(uids(Teardowns.pods(client))).isEqualTo(before);
    assertThat(PodSpecs.repairs(client)).isEmpty();
  }
}
