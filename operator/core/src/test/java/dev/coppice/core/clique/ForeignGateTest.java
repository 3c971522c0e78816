package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.explain.Wait;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A clique of three pods, of which two are members of a placement, and gates of others. */
class ForeignGateTest {

  private static final String OURS = "grove.io/podgang-pending-creation";
  private static final String QUOTA = "example.com/quota";
  private static final String PENDING = "waiting for minCount pods from a gang to be scheduled";

  private static Wait wait(String gangStatus, Pod... pods) {
    PodClique clique =
        TestYaml.read(
            """
            metadata:
              {name: llm-0-a, namespace: ai, uid: a1, generation: 1, labels: {grove.io/podgang: llm-0},
               ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]}
            spec: {replicas: 3, minAvailable: 2, podSpec: {containers: [{name: m, image: i}]}}
            """,
            PodClique.class);
    PodGang gang =
        TestYaml.read(
            """
            metadata:
              {name: llm-0, namespace: ai, uid: g,
               ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]}
            spec: {podgroups: [{name: llm-0-a, podReferences: [], minReplicas: 2}]}
            status:
              podGroups:
              - {name: llm-0-x, minCount: 2, placed: false,
                 podCliques: [{name: llm-0-a, uid: a1, members: 2}]}
              %s
            """
                .formatted(gangStatus),
            PodGang.class);
    List<HasMetadata> observed = new ArrayList<>(List.of(pods));
    observed.add(gang);
    observed.add(CliqueFamily.set());
    return CliqueWait.of(CliqueFamily.view(clique, observed), Failures.none());
  }

  private static Pod pod(int index, String gates) {
    return pod(index, gates, "SchedulingGated", "Scheduling is blocked due to non-empty gates");
  }

  private static Pod pod(int index, String gates, String reason, String words) {
    return TestYaml.read(
        """
        metadata:
          {name: llm-0-a-%1$d, namespace: ai, uid: p%1$d,
           creationTimestamp: '2026-08-19T10:00:00Z',
           labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: llm,
             grove.io/podclique: llm-0-a, grove.io/podclique-pod-index: '%1$d'},
           ownerReferences: [{kind: PodClique, name: llm-0-a, uid: a1, controller: true}]}
        spec: {schedulingGates: [%2$s]}
        status:
          conditions: [{type: PodScheduled, status: 'False', reason: %3$s, message: '%4$s'}]
        """
            .formatted(
                index,
                Stream.of(gates.split(" "))
                    .filter(gate -> !gate.isEmpty())
                    .map("{name: %s}"::formatted)
                    .reduce((one, other) -> one + ", " + other)
                    .orElse(""),
                reason,
                words),
        Pod.class);
  }

  @Test
  void members_behind_the_gate_of_another_controller_are_told_with_its_name() {
    Wait wait = wait("released: true", pod(0, QUOTA), pod(1, QUOTA), pod(2, OURS + " " + QUOTA));

    assertThat(wait.reason() + ": " + wait.message())
        .isEqualTo(
            "ForeignGate: 2 pods wait behind the scheduling gate example.com/quota of another"
                + " controller; first: llm-0-a-0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          example.com/quota                                   | ForeignGate
          grove.io/podgang-pending-creation                   | Surplus
          grove.io/podgang-pending-creation example.com/quota | Surplus
          """)
  void surplus_waits_for_others_only_behind_their_gate_alone(String gates, String reason) {
    Wait wait = wait("released: true", pod(0, "", "", ""), pod(1, "", "", ""), pod(2, gates));

    assertThat(wait.reason()).isEqualTo(reason);
  }

  @Test
  void a_gate_of_others_is_none_that_the_base_gangs_of_other_replicas_open() {
    assertThat(wait("released: false", pod(0, QUOTA), pod(1, QUOTA), pod(2, QUOTA)).reason())
        .isEqualTo("ForeignGate");
    assertThat(wait("released: false", pod(0, OURS), pod(1, QUOTA), pod(2, QUOTA)).reason())
        .isEqualTo("BaseGang");
  }

  @ParameterizedTest
  @CsvSource({PENDING + ", ForeignGate", "0/8 nodes are available, Unschedulable"})
  void a_pod_that_only_waits_for_its_gang_is_told_after_the_gate(String words, String reason) {
    Wait wait =
        wait("released: true", pod(0, "", "Unschedulable", words), pod(1, QUOTA), pod(2, OURS));

    assertThat(wait.reason()).isEqualTo(reason);
  }
}
