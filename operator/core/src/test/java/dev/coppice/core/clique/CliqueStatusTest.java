package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.ResolvedSets;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CliqueStatusTest {

  private final PodClique clique =
      TestYaml.read(
          """
          metadata:
            name: llm-0-prefill
            namespace: ai
            uid: clique-uid
            generation: 7
            labels:
              app.kubernetes.io/part-of: llm
              grove.io/pod-template-hash: v1-aaaaaaaaaa
            ownerReferences:
            - {kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}
          spec: {replicas: 5, minAvailable: 3, podSpec: {}}
          """,
          PodClique.class);
  private final PodCliqueSet set =
      TestYaml.read(
          """
          metadata: {name: llm, namespace: ai, uid: set-uid}
          spec: {template: {cliques: []}}
          status: {currentGenerationHash: v1-new}
          """,
          PodCliqueSet.class);

  private PodCliqueStatus status(TestPod... pods) {
    List<HasMetadata> observed = new ArrayList<>(List.of(set));
    Stream.of(pods).map(pod -> owned(pod.state().pod())).forEach(observed::add);
    Snapshot<PodClique> snapshot = Snapshot.of(clique, Observed.of(observed));
    CliqueView view = CliqueView.of(snapshot, new ResolvedSets(Validity.standard()), TestPod.EPOCH);
    CliqueUpdate update = new CliqueUpdate(view);
    return CliqueStatus.of(view, update, update.advanced(), Failures.none());
  }

  private Pod owned(Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .withOwnerReferences(Ownership.controllerReference(clique))
        .endMetadata()
        .build();
  }

  @Test
  void counts_live_pods_only() {
    PodCliqueStatus status =
        status(
            TestPod.ready(0),
            TestPod.ready(1).outdated(),
            TestPod.starting(2),
            TestPod.pending(3).gated(),
            TestPod.ready(4).terminating(),
            TestPod.ready(5).phase("Succeeded"));

    assertThat(status.replicas()).isEqualTo(4);
    assertThat(status.readyReplicas()).isEqualTo(2);
    assertThat(status.scheduledReplicas()).isEqualTo(3);
    assertThat(status.scheduleGatedReplicas()).isEqualTo(1);
    assertThat(status.updatedReplicas()).isEqualTo(3);
    assertThat(status.observedGeneration()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "2, False, InsufficientAvailable, '2 of 5 pods are ready, 3 must be'",
    "3, True, AllAvailable, '3 of 5 pods are ready'",
    "5, True, AllAvailable, '5 of 5 pods are ready'"
  })
  void is_available_with_its_minimum(int ready, String value, String reason, String message) {
    TestPod[] pods =
        Stream.iterate(0, index -> index + 1)
            .limit(ready)
            .map(TestPod::ready)
            .toArray(TestPod[]::new);

    Condition available =
        Conditions.find(status(pods).conditions(), ConditionTypes.AVAILABLE).orElseThrow();

    assertThat(available.getStatus()).isEqualTo(value);
    assertThat(available.getReason()).isEqualTo(reason);
    assertThat(available.getMessage()).isEqualTo(message);
    assertThat(available.getObservedGeneration()).isEqualTo(7);
  }

  @Test
  void is_scheduled_with_its_minimum() {
    Condition scheduled =
        Conditions.find(
                status(TestPod.starting(0), TestPod.starting(1), TestPod.starting(2)).conditions(),
                ConditionTypes.POD_CLIQUE_SCHEDULED)
            .orElseThrow();

    assertThat(scheduled.getStatus()).isEqualTo("True");
    assertThat(scheduled.getReason()).isEqualTo(ConditionReasons.SUFFICIENT_SCHEDULED_PODS);
  }

  @Test
  void publishes_the_selector_of_a_standalone_clique_only() {
    assertThat(status().hpaPodSelector())
        .isEqualTo(
            "app.kubernetes.io/managed-by=grove-operator,app.kubernetes.io/part-of=llm,"
                + "grove.io/podclique=llm-0-prefill");

    clique
        .getMetadata()
        .setLabels(Map.of(Labels.PART_OF, "llm", Labels.SCALING_GROUP, "llm-0-model"));

    assertThat(status().hpaPodSelector()).isNull();
  }

  @Test
  void names_the_hash_it_was_counted_against() {
    assertThat(status(TestPod.ready(0)).currentPodTemplateHash()).isEqualTo("v1-aaaaaaaaaa");
  }

  @Test
  void names_the_sets_templates_only_when_every_pod_has_reached_its_own() {
    assertThat(status(TestPod.ready(0)).currentPodCliqueSetGenerationHash()).isEqualTo("v1-new");
    assertThat(
            status(TestPod.ready(0), TestPod.ready(1).outdated())
                .currentPodCliqueSetGenerationHash())
        .isNull();
  }

  @Test
  void keeps_what_others_have_written() {
    Condition foreign = Conditions.of("example.com/Audited", true, "Done", "", 1);
    clique.setStatus(
        PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
            .conditions(List.of(foreign))
            .build());

    assertThat(status().conditions()).contains(foreign).hasSize(8);
  }
}
