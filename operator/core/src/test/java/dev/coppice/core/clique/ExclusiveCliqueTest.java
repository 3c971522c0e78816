package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.subgroup.GroupName;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A leader and four workers in two subgroups, of which all want a block and each a slice. */
class ExclusiveCliqueTest {

  private static final String MARKS =
      "\n    coppice.dev/scale-unit: \"true\"\n    coppice.dev/set-scale-unit: \"true\"";

  private static final String GATED =
      "schedulingGates: [{name: other/gate}, {name: grove.io/podgang-pending-creation}]";
  private static final String IN_A = "group: {epoch: 0, domain: A}";

  private static PodCliqueSet set() {
    return Defaults.of(
        TestYaml.read(
            """
            metadata: {name: llm, namespace: ai, uid: set-uid}
            spec:
              replicas: 1
              template:
                cliques:
                - {name: lead, spec: {replicas: 1, podSpec: {containers: [{name: c, image: i}]}}}
                - {name: work, spec: {replicas: 4, podSpec: {containers: [{name: c, image: i}]}}}
                podCliqueScalingGroups:
                - name: tpu
                  replicas: 1
                  cliqueNames: [lead, work]
                  subGroupPolicy: {subGroupPolicyType: LeaderExcluded, subGroupSize: 2}
                  annotations:
                    {grove.io/exclusive-topology: block, grove.io/subgroup-exclusive-topology: slice}
            """,
            PodCliqueSet.class));
  }

  private static PodClique clique(String name, int replicas, int offset, String status) {
    return TestYaml.read(
        """
        metadata:
          name: llm-0-tpu-0-%1$s
          namespace: ai
          uid: %1$s-uid
          generation: 1
          creationTimestamp: "2026-08-19T10:00:00Z"
          ownerReferences:
          - {kind: PodCliqueScalingGroup, name: llm-0-tpu, uid: group-uid, controller: true}
          labels:
            app.kubernetes.io/part-of: llm
            grove.io/podcliqueset-replica-index: "0"
            grove.io/podcliquescalinggroup: llm-0-tpu
            grove.io/podcliquescalinggroup-replica-index: "0"
            grove.io/podgang: llm-0
          annotations:
            grove.io/exclusive-topology: block
            grove.io/subgroup-exclusive-topology: slice
            grove.io/subgroup-size: "2"
            grove.io/subgroup-policy-type: LeaderExcluded
            grove.io/subgroup-layout: EXCLUDED
            grove.io/group-worker-offset: "%3$d"
        spec:
          {replicas: %2$d, minAvailable: %2$d, podSpec: {containers: [{name: c, image: i}]}}
        status: {replicas: %2$d, %4$s}
        """
            .formatted(name, replicas, offset, status),
        PodClique.class);
  }

  private static PodClique leader(String status) {
    return clique("lead", 1, 0, status);
  }

  private static PodClique workers() {
    return clique("work", 4, 1, "scheduledReplicas: 0");
  }

  private static Pod pod(String clique, int index, int epoch, String spec) {
    return TestYaml.read(
        """
        metadata:
          name: llm-0-tpu-0-%1$s-%2$d
          namespace: ai
          uid: %1$s%2$d
          resourceVersion: "7"
          creationTimestamp: "2026-08-19T10:00:00Z"
          ownerReferences:
          - {kind: PodClique, name: llm-0-tpu-0-%1$s, uid: %1$s-uid, controller: true}
          labels:
            app.kubernetes.io/managed-by: grove-operator
            app.kubernetes.io/part-of: llm
            grove.io/podclique: llm-0-tpu-0-%1$s
            grove.io/podcliqueset-replica-index: "0"
            grove.io/podcliquescalinggroup: llm-0-tpu
            grove.io/podcliquescalinggroup-replica-index: "0"
            grove.io/podclique-pod-index: "%2$d"
            grove.io/group-key: %5$s%6$s
          annotations: {grove.io/group-epoch: "%3$d"}
        spec: {%4$s}
        status: {phase: Pending}
        """
            .formatted(
                clique,
                index,
                epoch,
                spec,
                GroupName.ofReplica("ai", "llm-0-tpu", 0).key(),
                clique.equals("lead") && index == 0 ? MARKS : ""),
        Pod.class);
  }

  private static Pod bound(String clique, int index, String node) {
    return pod(clique, index, 0, "nodeName: " + node);
  }

  private static Pod terminating(Pod pod) {
    pod.getMetadata().setDeletionTimestamp(TestPod.EPOCH.plusSeconds(30).toString());
    return pod;
  }

  private static Node node(String name, String labels) {
    return TestYaml.read(
        "metadata: {name: %s, labels: {%s}}\nstatus: {conditions: [{type: Ready, status: \"True\"}]}"
            .formatted(name, labels),
        Node.class);
  }

  private static Plan plan(PodClique primary, HasMetadata... others) {
    List<HasMetadata> observed = new ArrayList<>(List.of(others));
    observed.add(set());
    observed.add(
        TestYaml.read(
            """
            metadata:
              {name: llm-0-tpu, namespace: ai, uid: group-uid,
               ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]}
            spec: {replicas: 1, minAvailable: 1, cliqueNames: [lead, work]}
            """,
            PodCliqueScalingGroup.class));
    observed.add(
        TestYaml.read(
            """
            metadata:
              {name: llm-0, namespace: ai, uid: g,
               ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]}
            spec: {podgroups: []}
            status: {placementMode: LeaderFirst}
            """,
            PodGang.class));
    observed.add(node("a", "block: A"));
    observed.add(node("b", "block: B"));
    observed.add(node("bare", ""));
    return new PodCliquePlanner(
            SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard())
        .plan(Snapshot.of(primary, Observed.of(observed)), TestPod.EPOCH.plusSeconds(60));
  }

  private static List<String> calls(Plan plan) {
    return plan.actions().stream().map(ExclusiveCliqueTest::text).toList();
  }

  private static String text(Action action) {
    String name = action.target().name().replace("llm-0-tpu-0-", "");
    return switch (action) {
      case Action.Create create -> "create " + index((Pod) create.object());
      case Action.Delete _ -> "delete " + name;
      case Action.Patch patch -> name + " " + patch.operations();
      case Action.PutStatus put ->
          "%s %s %s"
              .formatted(
                  put.intent() ? "record" : "tell",
                  name,
                  ((PodClique) put.object()).statusOrEmpty().group());
      case Action.Read _ -> "read";
      case Action.Try _ -> "try";
    };
  }

  private static String index(Pod pod) {
    return pod.getMetadata().getLabels().get("grove.io/podclique-pod-index");
  }

  @Test
  void pods_are_made_with_a_gate_their_terms_and_the_epoch() {
    PodClique leader = leader("group: {epoch: 3}");

    Plan plan = plan(workers(), leader);

    assertThat(calls(plan)).containsExactly("create 0", "create 1", "create 2", "create 3");
    assertThat(plan.actions())
        .extracting(action -> (Pod) ((Action.Create) action).object())
        .allSatisfy(pod -> {
          assertThat(pod.getSpec().getSchedulingGates()).hasSize(1);
          assertThat(pod.getMetadata().getAnnotations())
              .containsEntry(Annotations.GROUP_EPOCH, "3");
          assertThat(
                  pod.getSpec()
                      .getAffinity()
                      .getPodAffinity()
                      .getRequiredDuringSchedulingIgnoredDuringExecution())
              .singleElement()
              .satisfies(term -> assertThat(term.getTopologyKey()).isEqualTo("slice"));
        });
  }

  @Test
  void no_pod_is_made_before_the_leaders_clique_is_in_view_or_for_a_domain_that_is_lost() {
    assertThat(calls(plan(workers()))).noneMatch(call -> call.startsWith("create"));
    assertThat(calls(plan(workers(), leader(IN_A)))).noneMatch(call -> call.startsWith("create"));
    assertThat(calls(plan(workers(), leader(IN_A), bound("lead", 0, "a"))))
        .contains("create 0", "create 3");
  }

  @Test
  void the_leader_is_let_go_first_and_where_it_is_gets_written_down_alone() {
    Pod gated = pod("lead", 0, 0, GATED);

    assertThat(calls(plan(leader("scheduledReplicas: 0"), gated)))
        .containsExactly(
            """
            lead-0 [{"op":"test","path":"/metadata/resourceVersion","value":"7"},\
            {"op":"test","path":"/spec/schedulingGates/1/name","value":"grove.io/podgang-pending-creation"},\
            {"op":"remove","path":"/spec/schedulingGates/1"}]\
            """);
    assertThat(calls(plan(leader("scheduledReplicas: 0"), bound("lead", 0, "a"))))
        .containsExactly("record lead GroupDomain[epoch=0, domain=A]");
  }

  @Test
  void workers_are_let_go_to_the_domain_of_the_leader_by_one_patch() {
    Pod worker = pod("work", 0, 0, GATED);

    assertThat(
            calls(plan(workers(), leader("scheduledReplicas: 1"), bound("lead", 0, "a"), worker)))
        .noneMatch(call -> call.startsWith("work-0"));
    assertThat(calls(plan(workers(), leader(IN_A), bound("lead", 0, "a"), worker)))
        .contains(
            """
            work-0 [{"op":"test","path":"/metadata/resourceVersion","value":"7"},\
            {"op":"add","path":"/spec/nodeSelector","value":{"block":"A"}},\
            {"op":"test","path":"/spec/schedulingGates/1/name","value":"grove.io/podgang-pending-creation"},\
            {"op":"remove","path":"/spec/schedulingGates/1"}]\
            """);
  }

  @Test
  void a_group_without_any_pod_in_its_domain_looks_for_another_and_its_pods_are_made_again() {
    Pod waiting = pod("work", 0, 0, "nodeSelector: {block: A}");

    assertThat(calls(plan(leader(IN_A), pod("lead", 0, 0, GATED), waiting)))
        .containsExactly("record lead GroupDomain[epoch=1, domain=null]");
    assertThat(calls(plan(leader("group: {epoch: 1}"), pod("lead", 0, 0, GATED), waiting)))
        .containsExactly("delete lead-0");
    assertThat(calls(plan(workers(), leader("group: {epoch: 1}"), waiting)))
        .containsExactly("delete work-0");
  }

  @Test
  void only_the_own_pods_of_the_smaller_side_are_deleted_with_a_warning() {
    HasMetadata[] split = {
      leader(IN_A), bound("lead", 0, "a"), bound("work", 0, "a"), bound("work", 1, "b")
    };
    Plan plan = plan(workers(), split);

    assertThat(calls(plan)).containsExactly("delete work-1");
    assertThat(plan.actions().getFirst().purpose())
        .returns("GroupSplit", purpose -> purpose.successReason())
        .returns(true, purpose -> purpose.remarkable());
    assertThat(calls(plan(leader(IN_A), split))).noneMatch(call -> call.startsWith("delete"));
  }

  @Test
  void a_missing_label_is_told_once() {
    Pod[] pods = {bound("lead", 0, "bare"), pod("work", 0, 0, GATED)};
    PodClique told = workers();
    Plan plan =
        plan(
            told,
            leader(IN_A),
            pods[0],
            pods[1],
            bound("work", 1, "bare"),
            bound("work", 2, "bare"),
            bound("work", 3, "bare"));

    assertThat(plan.events()).extracting(event -> event.reason()).contains("TopologyLabelMissing");
    Action.PutStatus put =
        plan.actions().stream()
            .filter(Action.PutStatus.class::isInstance)
            .map(Action.PutStatus.class::cast)
            .findFirst()
            .orElseThrow();
    Plan again =
        plan(
            (PodClique) put.object(),
            leader(IN_A),
            pods[0],
            pods[1],
            bound("work", 1, "bare"),
            bound("work", 2, "bare"),
            bound("work", 3, "bare"));
    assertThat(again.events()).isEmpty();
  }

  @Test
  void old_pods_of_a_subgroup_hold_new_ones_until_they_are_overdue_on_a_lost_node() {
    Pod fresh = pod("work", 0, 0, GATED);
    HasMetadata leader = leader(IN_A);
    Pod anchor = bound("lead", 0, "a");

    assertThat(calls(plan(workers(), leader, anchor, fresh, terminating(bound("work", 1, "a")))))
        .noneMatch(call -> call.startsWith("work-0"));
    assertThat(calls(plan(workers(), leader, anchor, fresh, terminating(bound("work", 2, "a")))))
        .anyMatch(call -> call.startsWith("work-0"));
    assertThat(calls(plan(workers(), leader, anchor, fresh, terminating(bound("work", 1, "gone")))))
        .anyMatch(call -> call.startsWith("work-0"));
  }

  @Test
  void pods_that_lost_their_terms_while_they_were_created_are_told_of() {
    Pod leader = bound("lead", 0, "a");
    Pod kept = bound("lead", 0, "a");
    kept.setSpec(
        TestYaml.read(
            """
            nodeName: a
            affinity:
              podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: block}]}
              podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: block}]}
            """,
            PodSpec.class));

    assertThat(told(leader))
        .singleElement()
        .returns("AffinityRewritten", Condition::getReason)
        .satisfies(condition -> assertThat(condition.getMessage()).contains("missing in 1 pod,"));
    assertThat(told(kept)).isEmpty();
  }

  private static List<Condition> told(Pod leader) {
    return plan(leader(IN_A), leader).actions().stream()
        .filter(Action.PutStatus.class::isInstance)
        .map(put -> (PodClique) ((Action.PutStatus) put).object())
        .flatMap(clique -> clique.statusOrEmpty().conditions().stream())
        .filter(condition -> condition.getType().equals("TopologyNotEnforced"))
        .toList();
  }
}
