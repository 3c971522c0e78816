package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.subgroup.GroupName;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A clique of three subgroups of two, whose gang is placed into a block of its own as a whole; two
 * of the subgroups have to be there for that.
 */
class GangModePodsTest {

  private static final SchedulerBackend NATIVE = new NativeGangs(true);
  private static final SchedulerBackend KAI = new KaiScheduler();
  private static final String OPEN = "placementMode: Gang, released: true, surplusReleased: true";
  private static final String GATED =
      "schedulingGates: [{name: grove.io/podgang-pending-creation}]";

  private static PodCliqueSet set() {
    return Defaults.of(
        TestYaml.read(
            """
            metadata:
              {name: llm, namespace: ai, uid: set-uid, annotations:
                {grove.io/exclusive-topology: block, grove.io/subgroup-exclusive-topology: slice}}
            spec:
              replicas: 1
              template:
                cliques:
                - name: a
                  spec:
                    {replicas: 6, minAvailable: 4, subGroupPolicy: {subGroupSize: 2},
                     podSpec: {containers: [{name: c, image: i}]}}
            """,
            PodCliqueSet.class));
  }

  private static PodCreation creation(
      SchedulerBackend scheduler, String gang, HasMetadata... others) {
    PodClique clique =
        TestYaml.read(
            """
            metadata:
              name: llm-0-a
              namespace: ai
              uid: a1
              generation: 1
              labels:
                app.kubernetes.io/part-of: llm
                grove.io/podcliqueset-replica-index: "0"
                grove.io/podgang: llm-0
              annotations:
                grove.io/exclusive-topology: block
                grove.io/subgroup-exclusive-topology: slice
                grove.io/subgroup-size: "2"
                grove.io/subgroup-policy-type: LeaderWorker
                grove.io/subgroup-layout: EVEN
              ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]
            spec:
              {replicas: 6, minAvailable: 4, subGroupPolicy: {subGroupSize: 2},
               podSpec: {containers: [{name: c, image: i}]}}
            """,
            PodClique.class);
    List<HasMetadata> observed = new ArrayList<>(List.of(others));
    observed.add(set());
    observed.add(
        TestYaml.read(
            """
            metadata:
              {name: llm-0, namespace: ai, uid: g,
               ownerReferences: [{kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}]}
            spec: {podgroups: []}
            status: {phase: Pending, %s}
            """
                .formatted(gang),
            PodGang.class));
    return new PodCreation(
        CliqueFamily.view(clique, observed),
        new SchedulerBackends(List.of(scheduler), scheduler),
        PodSettings.DEFAULTS);
  }

  private static String placement(boolean placed) {
    return "podGroups: [{name: llm-0-x, minCount: 4, placed: %s, topologyKey: block, %s podCliques: [{name: llm-0-a, uid: a1, members: 4}]}]"
        .formatted(placed, placed ? "domain: A," : "");
  }

  private static List<Pod> created(
      SchedulerBackend scheduler, String gang, boolean isFirst, List<Integer> indices) {
    return creation(scheduler, gang)
        .creates(indices, OptionalInt.empty(), isFirst)
        .map(action -> (Pod) ((Action.Create) action).object())
        .toList();
  }

  private static String text(Pod pod) {
    return "%s %s %s"
        .formatted(
            pod.getSpec().getSchedulingGates().isEmpty() ? "free" : "gated",
            NativeGangs.placementOf(pod).orElse("alone"),
            pod.getSpec().getNodeSelector());
  }

  @Test
  void every_pod_repels_other_groups_and_is_drawn_to_its_subgroup_alone() {
    assertThat(
            created(
                NATIVE,
                "placementMode: Gang, released: true, " + placement(false),
                true,
                List.of(0, 1, 2, 3)))
        .hasSize(4)
        .allSatisfy(pod -> {
          assertThat(pod.getMetadata().getAnnotations()).doesNotContainKey(Annotations.GROUP_EPOCH);
          assertThat(
                  pod.getSpec()
                      .getAffinity()
                      .getPodAffinity()
                      .getRequiredDuringSchedulingIgnoredDuringExecution())
              .extracting(PodAffinityTerm::getTopologyKey)
              .containsExactly("slice");
          assertThat(
                  pod.getSpec()
                      .getAffinity()
                      .getPodAntiAffinity()
                      .getRequiredDuringSchedulingIgnoredDuringExecution())
              .extracting(PodAffinityTerm::getTopologyKey)
              .containsExactly("block", "slice");
        });
  }

  /** An index below four is that of a member. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          false | 0 | free llm-0-x {}
          false | 3 | free llm-0-x {}
          false | 4 | gated alone {}
          true  | 0 | gated alone {block=A}
          true  | 4 | gated alone {block=A}
          """)
  void members_are_placed_with_their_gang_and_who_comes_later_asks_before_he_follows(
      boolean placed, int index, String expected) {
    assertThat(created(NATIVE, OPEN + ", " + placement(placed), false, List.of(index)))
        .singleElement()
        .extracting(GangModePodsTest::text)
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"true, free", "false, gated"})
  void kai_has_the_first_pods_at_once(boolean isFirst, String expected) {
    assertThat(created(KAI, "placementMode: Gang", isFirst, List.of(0, 5)))
        .extracting(pod -> pod.getSpec().getSchedulingGates().isEmpty() ? "free" : "gated")
        .containsOnly(expected);
  }

  private static Pod pod(String name, int index, String spec) {
    return TestYaml.read(
        """
        metadata:
          name: %1$s
          namespace: ai
          uid: %1$s
          resourceVersion: "7"
          creationTimestamp: "2026-08-19T10:00:00Z"
          ownerReferences: [{kind: PodClique, name: llm-0-a, uid: a1, controller: true}]
          labels:
            app.kubernetes.io/managed-by: grove-operator
            app.kubernetes.io/part-of: llm
            grove.io/podclique: llm-0-a
            grove.io/podclique-pod-index: "%2$d"
            grove.io/group-key: %4$s
        spec: {%3$s}
        """
            .formatted(name, index, spec, GroupName.ofPodClique("ai", "llm-0-a").key()),
        Pod.class);
  }

  private static Pod leaving(int index) {
    Pod pod = pod("old", index, "nodeName: n");
    pod.getMetadata().setDeletionTimestamp(TestPod.EPOCH.plusSeconds(30).toString());
    return pod;
  }

  private static List<String> released(String gang, Pod... pods) {
    return creation(NATIVE, gang, pods)
        .releases(Stream.of(pods).map(PodState::of).filter(PodState::live))
        .map(action -> ((Action.Patch) action).operations().toString())
        .toList();
  }

  @Test
  void only_an_old_pod_of_its_subgroup_holds_one_that_comes_back() {
    Pod back = pod("new", 0, GATED);
    Pod other = pod("other", 2, "nodeName: n");

    assertThat(released(OPEN + ", " + placement(true), back, other, leaving(1))).isEmpty();
    assertThat(released(OPEN + ", " + placement(true), back, other, leaving(3)))
        .singleElement()
        .asString()
        .contains("{\"op\":\"add\",\"path\":\"/spec/nodeSelector\",\"value\":{\"block\":\"A\"}}");
    assertThat(released(OPEN + ", " + placement(true), back, other)).hasSize(1);
  }

  @Test
  void nobody_comes_back_to_a_group_of_which_no_pod_is_left() {
    Pod back = pod("new", 0, GATED);

    assertThat(released(OPEN + ", " + placement(true), back, leaving(3))).isEmpty();
    assertThat(released(OPEN + ", " + placement(true), back)).isEmpty();
    assertThat(creation(NATIVE, OPEN + ", " + placement(true), back).isPossible()).isFalse();
    assertThat(creation(NATIVE, OPEN + ", " + placement(false), back).isPossible()).isTrue();
  }

  @Test
  void a_member_of_a_gang_that_is_not_placed_waits_for_no_old_pod() {
    assertThat(released(OPEN + ", " + placement(false), pod("new", 0, GATED), leaving(1)))
        .hasSize(1);
  }

  @Test
  void no_pod_is_made_before_it_is_written_down_how_it_is_placed() {
    assertThat(creation(NATIVE, "released: true, " + placement(false)).isPossible()).isFalse();
    assertThat(creation(KAI, "released: true").isPossible()).isFalse();
    assertThat(creation(KAI, "placementMode: Gang").isPossible()).isTrue();
    assertThat(creation(new DefaultScheduler(), "placementMode: LeaderFirst").isPossible())
        .isTrue();
    assertThat(creation(NATIVE, "placementMode: LeaderFirst").isPossible()).isTrue();
    assertThat(creation(NATIVE, "placementMode: Gang").isPossible())
        .as("without a placement")
        .isFalse();
  }

  @Test
  void who_would_come_back_to_a_domain_that_nobody_knows_is_not_made() {
    PodCreation creation =
        creation(
            NATIVE, OPEN + ", " + placement(true).replace("domain: A,", ""), pod("new", 0, GATED));

    assertThat(creation.isPossible()).isFalse();
    assertThat(creation.obstacle().orElse("")).startsWith("nobody knows").contains("llm-0-x");
    assertThat(creation.releases(Stream.of(PodState.of(pod("new", 0, GATED))))).isEmpty();
    assertThat(creation(NATIVE, OPEN + ", " + placement(false)).isPossible()).isTrue();
  }

  @Test
  void nobody_comes_back_to_a_domain_that_the_group_is_not_in() {
    Pod back = pod("new", 0, GATED);
    Pod runs = pod("other", 2, "nodeName: n");

    PodCreation away = creation(NATIVE, OPEN + ", " + placement(true), node("B"), runs, back);
    PodCreation there = creation(NATIVE, OPEN + ", " + placement(true), node("A"), runs, back);

    assertThat(away.isPossible()).isFalse();
    assertThat(away.obstacle().orElse(""))
        .startsWith("the gang was placed into block=A, and pods of the group are in B");
    assertThat(away.releases(Stream.of(PodState.of(back)))).isEmpty();
    assertThat(there.isPossible()).isTrue();
    assertThat(there.obstacle()).isEmpty();
  }

  private static Node node(String block) {
    return TestYaml.read("metadata: {name: n, labels: {block: %s}}".formatted(block), Node.class);
  }

  @Test
  void a_scheduler_that_can_keep_no_group_together_any_more_gets_no_pod_of_it() {
    for (SchedulerBackend lacking :
        List.of(DefaultScheduler.lacking("a gate is off"), new NativeGangs(false))) {
      PodCreation creation = creation(lacking, OPEN + ", " + placement(true), pod("new", 0, GATED));

      assertThat(creation.isPossible()).isFalse();
      assertThat(creation.obstacle().orElse("")).contains("placementMode Gang", "gate");
      assertThat(creation.releases(Stream.of(PodState.of(pod("new", 0, GATED))))).isEmpty();
    }
  }
}
