package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A clique that lacks both of its pods, seen before the change of its set is. */
class UnseenTemplateTest {

  private static final Planner<PodClique> PLANNER =
      new PodCliquePlanner(SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard());

  private static PodCliqueSet set(String strategy, String image) {
    return Defaults.of(
        TestYaml.read(
            """
            metadata: {name: llm, namespace: ai, uid: set-uid}
            spec:
              replicas: 1
              updateStrategy: {type: %s}
              template:
                cliques:
                - {name: a, spec: {replicas: 2, podSpec: {containers: [{name: c, image: %s}]}}}
            """
                .formatted(strategy, image),
            PodCliqueSet.class));
  }

  private static PodClique clique(PodCliqueSet set, String status) {
    PodClique clique =
        TestYaml.read(
            """
            metadata:
              name: llm-0-a
              namespace: ai
              uid: a
              generation: 1
              labels:
                app.kubernetes.io/part-of: llm
                grove.io/podcliqueset-replica-index: "0"
                grove.io/podgang: llm-0
              ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]
            spec: {replicas: 2, minAvailable: 2, podSpec: {containers: [{name: c, image: old}]}}
            %s
            """
                .formatted(status),
            PodClique.class);
    String hash =
        ResolvedSet.of(set, Validity.standard())
            .complete()
            .orElseThrow()
            .hash(clique)
            .orElseThrow();
    clique.setMetadata(
        new ObjectMetaBuilder(clique.getMetadata())
            .addToLabels(Labels.POD_TEMPLATE_HASH, hash)
            .build());
    return clique;
  }

  private static PodGang gang() {
    return TestYaml.read(
        """
        metadata:
          {name: llm-0, namespace: ai, uid: g,
           ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]}
        spec: {podgroups: [{name: llm-0-a, minReplicas: 2, podReferences: []}]}
        """,
        PodGang.class);
  }

  private static Snapshot<PodClique> seen(String strategy, String status) {
    PodCliqueSet set = set(strategy, "old");
    return Snapshot.of(clique(set, status), Observed.of(List.<HasMetadata>of(set, gang())));
  }

  private static List<Action> plan(Snapshot<PodClique> snapshot) {
    return PLANNER.plan(snapshot, TestPod.EPOCH).actions();
  }

  private static long pods(List<Action> plan) {
    return plan.stream()
        .filter(action -> action instanceof Action.Create create && create.object() instanceof Pod)
        .count();
  }

  @ParameterizedTest
  @CsvSource({"old, 2", "new, 0"})
  void under_on_delete_the_set_is_read_before_a_pod_is_made_again(String image, int made) {
    Snapshot<PodClique> first = seen("OnDelete", "status: {replicas: 2}");

    List<Action> reads = plan(first);

    assertThat(pods(reads)).isZero();
    Action read = reads.stream().filter(Action.Read.class::isInstance).findFirst().orElseThrow();
    assertThat(read.target().name()).isEqualTo("llm");
    Snapshot<PodClique> second =
        first.with(List.of(new Answer(read, new Outcome.Found(List.of(set("OnDelete", image))))));
    assertThat(pods(plan(second))).isEqualTo(made);
  }

  @Test
  void otherwise_and_for_the_first_pods_nothing_is_read() {
    for (Snapshot<PodClique> seen :
        List.of(seen("OnDelete", ""), seen("RollingRecreate", "status: {replicas: 2}"))) {
      assertThat(pods(plan(seen))).isEqualTo(2);
      assertThat(plan(seen)).noneMatch(Action.Read.class::isInstance);
    }
  }
}
