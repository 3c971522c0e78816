package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodSettingsBuilder;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A clique of two pods, which had nodes as far as is written down. */
class LostPlacesTest {

  private static PodClique clique() {
    return TestYaml.read(
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
        spec: {replicas: 2, minAvailable: 2, podSpec: {containers: [{name: c, image: i}]}}
        status: {assignedSince: "2026-08-19T09:00:00Z"}
        """,
        PodClique.class);
  }

  private static PodCliqueSet set() {
    return Defaults.of(
        TestYaml.read(
            """
            metadata: {name: llm, namespace: ai, uid: set-uid}
            spec:
              replicas: 1
              template:
                cliques:
                - {name: a, spec: {replicas: 2, podSpec: {containers: [{name: c, image: i}]}}}
            """,
            PodCliqueSet.class));
  }

  private static PodGang gang() {
    return TestYaml.read(
        """
        metadata:
          {name: llm-0, namespace: ai, uid: g,
           ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]}
        spec: {podgroups: [{name: llm-0-a, minReplicas: 2, podReferences:
          [{namespace: ai, name: p-0}, {namespace: ai, name: p-1}]}]}
        """,
        PodGang.class);
  }

  /** A pod, in the state that the word tells. */
  private static Pod pod(int index, String word) {
    return TestYaml.read(
        """
        metadata:
          name: p-%1$d
          namespace: ai
          uid: p-%1$d
          creationTimestamp: '2026-08-19T09:00:00Z'
          labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: llm,
            grove.io/podclique: llm-0-a,
            grove.io/podcliqueset-replica-index: '0',
            grove.io/podclique-pod-index: '%1$d'%4$s}
          ownerReferences: [{kind: PodClique, name: llm-0-a, uid: a, controller: true}]
          %2$s
        spec: {%3$s}
        status: {phase: Pending}
        """
            .formatted(
                index,
                word.equals("going") ? "deletionTimestamp: '2026-08-19T10:00:00Z'" : "",
                switch (word) {
                  case "gated" -> "schedulingGates: [{name: grove.io/podgang-pending-creation}]";
                  case "waiting" -> "";
                  default -> "nodeName: node-1";
                },
                index == 0 ? ", coppice.dev/set-scale-unit: 'true'" : ""),
        Pod.class);
  }

  private static List<Action> plan(boolean queued, String pods) {
    return plan(queued, Optional.empty(), pods);
  }

  @ParameterizedTest
  @CsvSource({"pool, gpu", "other, ", ", "})
  void the_pool_of_its_nodes_is_reported_where_that_is_asked_for(String label, String pool) {
    assertThat(plan(true, Optional.ofNullable(label), "bound bound"))
        .filteredOn(Action.PutStatus.class::isInstance)
        .singleElement()
        .extracting(
            action -> ((PodClique) ((Action.PutStatus) action).object()).statusOrEmpty().nodePool())
        .isEqualTo(pool);
  }

  private static List<Action> plan(boolean queued, Optional<String> nodePoolLabel, String pods) {
    List<HasMetadata> observed = new ArrayList<>(List.of(set(), gang()));
    for (String word : pods.split(" ", -1)) {
      observed.add(pod(observed.size() - 2, word));
    }
    PodSettings settings =
        PodSettingsBuilder.builder(PodSettings.DEFAULTS)
            .queued(queued)
            .nodePoolLabel(nodePoolLabel)
            .build();
    observed.add(
        new NodeBuilder()
            .withNewMetadata()
            .withName("node-1")
            .addToLabels("pool", "gpu")
            .endMetadata()
            .build());
    return new PodCliquePlanner(SchedulerBackends.standard(), settings, Validity.standard())
        .plan(Snapshot.of(clique(), Observed.of(observed)), TestPod.EPOCH)
        .actions();
  }

  private static String text(Action action) {
    return switch (action) {
      case Action.Create _ -> "create";
      case Action.Patch _ -> "patch";
      case Action.PutStatus put ->
          (put.intent() ? "record " : "tell ")
              + ((PodClique) put.object()).statusOrEmpty().assignedSince();
      case Action.Delete _ -> "delete";
      case Action.Read _ -> "read";
      case Action.Try _ -> "try";
    };
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one has its node and one is missing     | up            | create
          the last with a node goes               | going waiting | record null
          the others wait for a gate to fall      | going gated   | record null
          none is made, and no gate falls         | waiting waiting | tell null
          """)
  void the_loss_of_the_last_node_is_written_down_before_another_pod_could_get_one(
      String story, String pods, String first) {
    assertThat(plan(true, pods)).extracting(LostPlacesTest::text).first().isEqualTo(first);
  }

  @Test
  void without_queues_nothing_is_written_down_before() {
    assertThat(plan(false, "going waiting"))
        .extracting(LostPlacesTest::text)
        .first()
        .isEqualTo("create");
  }
}
