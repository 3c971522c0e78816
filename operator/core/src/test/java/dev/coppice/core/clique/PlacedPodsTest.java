package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A clique of three pods, of which two are members of a placement. */
class PlacedPodsTest {

  private static final NativeGangs NATIVE = new NativeGangs(true);
  private static final SchedulerBackends SCHEDULERS =
      new SchedulerBackends(List.of(NATIVE), NATIVE);

  private static CliqueView view(String gangStatus, Pod... pods) {
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
            status: {%s}
            """
                .formatted(gangStatus),
            PodGang.class);
    List<HasMetadata> observed = new ArrayList<>(List.of(pods));
    observed.add(gang);
    observed.add(CliqueFamily.set());
    return CliqueFamily.view(clique, observed);
  }

  private static String placement(String uid, boolean placed, String more) {
    return "podGroups: [{name: llm-0-x, minCount: 2, placed: %s, podCliques: [{name: llm-0-a, uid: %s, members: 2}]}], %s"
        .formatted(placed, uid, more);
  }

  private static PodCreation creation(String gangStatus, Pod... pods) {
    return new PodCreation(view(gangStatus, pods), SCHEDULERS, PodSettings.DEFAULTS);
  }

  private static List<String> created(String gangStatus) {
    return IntStream.range(0, 3)
        .boxed()
        .flatMap(index -> created(gangStatus, List.of(index)))
        .map(PlacedPodsTest::describe)
        .toList();
  }

  private static Stream<Pod> created(String gangStatus, List<Integer> indices) {
    return creation(gangStatus)
        .creates(indices, OptionalInt.empty(), false)
        .map(Action.Create.class::cast)
        .map(create -> (Pod) create.object());
  }

  @ParameterizedTest
  @CsvSource({"false, 0 1 2, 0 1", "false, 1 2,   1", "false, 2,     2", "true,  1 2,   1 2"})
  void members_are_made_before_others(boolean placed, String asked, String made) {
    assertThat(created(placement("a1", placed, "released: true"), indices(asked)))
        .extracting(pod -> pod.getMetadata().getLabels().get(Labels.POD_INDEX))
        .containsExactly(made.split(" "));
  }

  private static List<Integer> indices(String text) {
    return Stream.of(text.split(" ")).map(Integer::valueOf).toList();
  }

  private static String describe(Pod pod) {
    assertThat(NativeGangs.placementOf(pod).orElse(null))
        .as("the scheduler is told what is written down")
        .isEqualTo(pod.getMetadata().getAnnotations().get("grove.io/placement"));
    return "%s %s"
        .formatted(
            NativeGangs.placementOf(pod).orElse("alone"),
            pod.getSpec().getSchedulingGates().isEmpty() ? "free" : "gated");
  }

  private static Pod pod(int index, String spec) {
    return pod(index, "", spec);
  }

  private static Pod pod(int index, String placement, String spec) {
    return TestYaml.read(
        """
        metadata:
          {name: llm-0-a-%1$d, namespace: ai, uid: p%1$d, annotations: {%3$s},
           creationTimestamp: '2026-08-19T10:00:00Z',
           labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: llm,
             grove.io/podclique: llm-0-a, grove.io/podclique-pod-index: '%1$d'},
           ownerReferences: [{kind: PodClique, name: llm-0-a, uid: a1, controller: true}]}
        spec: {%2$s}
        """
            .formatted(index, spec, placement.isEmpty() ? "" : "grove.io/placement: " + placement),
        Pod.class);
  }

  @Test
  void no_pod_is_made_before_a_placement_names_this_very_clique() {
    assertThat(creation("phase: Pending").isPossible()).isFalse();
    assertThat(creation(placement("a0", false, "released: true")).isPossible()).isFalse();
    assertThat(creation(placement("a1", false, "released: true")).isPossible()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "false, released: true,                        llm-0-x free,  alone gated",
    "false, phase: Pending,                        llm-0-x gated, alone gated",
    "true,  released: true,                        alone free,    alone gated",
    "true,  'released: true, surplusReleased: true', alone free,  alone free"
  })
  void members_join_the_placement_until_it_is_placed_and_surplus_waits(
      boolean placed, String given, String member, String surplus) {
    assertThat(created(placement("a1", placed, given))).containsExactly(member, member, surplus);
  }

  @Test
  void gates_fall_member_by_member_and_surplus_by_surplus() {
    String gated = "schedulingGates: [{name: grove.io/podgang-pending-creation}]";
    Pod member = pod(1, gated);
    Pod surplus = pod(2, gated);

    assertThat(released("released: true", member, surplus)).containsExactly("llm-0-a-1");
    assertThat(released("released: true, surplusReleased: true", member, surplus))
        .containsExactly("llm-0-a-1", "llm-0-a-2");
    assertThat(released("phase: Pending", member, surplus)).isEmpty();
  }

  private static List<String> released(String given, Pod... pods) {
    return creation(placement("a1", true, given), pods)
        .releases(Stream.of(pods).map(PodState::of))
        .map(action -> action.target().name())
        .toList();
  }

  private static final String IN_WEST =
      "released: true, surplusReleased: true, podGroups: [{name: llm-0-x, minCount: 2, placed: %s, topologyKey: zone, %s podCliques: [{name: llm-0-a, uid: a1, members: 2}]}]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | 'domain: west, ' | placed  | {zone=west}
          false | ''               | waiting | {}
          false | 'domain: west, ' | joining | {zone=west}
          """)
  void pods_are_kept_to_the_domain_as_soon_as_it_is_known(
      boolean placed, String domain, String name, String selector) {
    assertThat(
            Stream.of(0, 2)
                .flatMap(index -> created(IN_WEST.formatted(placed, domain), List.of(index)))
                .map(pod -> pod.getSpec().getNodeSelector().toString()))
        .as(name)
        .containsExactly(selector, selector);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                           | {"op":"add","path":"/spec/nodeSelector","value":{"zone":"west"}}
          'nodeSelector: {gpu: h100},' | {"op":"add","path":"/spec/nodeSelector/zone","value":"west"}
          'nodeSelector: {zone: east},'| {"op":"test"
          'nodeSelector: {zone: west},'| {"op":"test"
          """)
  void surplus_that_is_older_than_the_domain_is_kept_to_it_by_the_patch_that_opens_its_gate(
      String selector, String first) {
    Pod surplus =
        pod(2, selector + " schedulingGates: [{name: grove.io/podgang-pending-creation}]");

    assertThat(
            creation(IN_WEST.formatted(true, "domain: west,"), surplus)
                .releases(Stream.of(PodState.of(surplus)))
                .map(Action.Patch.class::cast)
                .map(patch -> patch.operations().toString()))
        .singleElement()
        .asString()
        .startsWith("[" + first)
        .endsWith("{\"op\":\"remove\",\"path\":\"/spec/schedulingGates/0\"}]");
  }

  @ParameterizedTest
  @CsvSource({
    "0, false, llm-0-x, '',  false",
    "0, false, llm-0-o, '',  true",
    "0, false, '',      '',  true",
    "2, false, '',      '',  false",
    "2, false, llm-0-x, '',  true",
    "0, true,  '',      '',  false",
    "0, true,  llm-0-x, '',  true",
    "0, true,  llm-0-x, n-1, false",
    "0, false, llm-0-o, n-1, false"
  })
  void a_pod_without_a_node_is_made_anew_when_it_was_made_for_another_placement(
      int index, boolean placed, String named, String node, boolean isMadeAnew) {
    Pod pod = pod(index, named, node.isEmpty() ? "" : "nodeName: " + node);

    assertThat(MisplacedPods.deleted(view(placement("a1", placed, "released: true"), pod), NATIVE))
        .extracting(action -> action.target().name())
        .isEqualTo(isMadeAnew ? List.of("llm-0-a-" + index) : List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "false, '',          '',   false",
    "false, '',          west, true",
    "true,  own,         west, false",
    "true,  '',          west, true",
    "true,  '',          east, false"
  })
  void a_pod_that_is_kept_to_where_its_gang_was_before_is_made_anew(
      boolean placed, String ofTemplate, String kept, boolean isMadeAnew) {
    Pod pod = pod(2, kept.isEmpty() ? "" : "nodeSelector: {zone: %s}".formatted(kept));
    String placement =
        placement("a1", placed, "released: true")
            .replace("minCount", (placed ? "domain: east, " : "") + "topologyKey: zone, minCount");
    CliqueView view = view(placement, pod);
    view.clique()
        .getSpec()
        .podSpec()
        .setNodeSelector(ofTemplate.isEmpty() ? Map.of() : Map.of("zone", ofTemplate));

    assertThat(MisplacedPods.deleted(view, NATIVE)).hasSize(isMadeAnew ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "false, '0 llm-0-x n, 1 llm-0-x n', ''",
    "false, '0 llm-0-x n, 1 llm-0-o', ''",
    "false, '0 llm-0-x, 1 llm-0-o n', llm-0-x",
    "false, '0 alone n, 1 llm-0-x', llm-0-x",
    "false, '0 llm-0-x, 2 alone n', ''",
    "false, '0 llm-0-x, 2 alone n, 3 alone n', llm-0-x",
    "false, '0 llm-0-x, 2 alone, 3 alone n', ''",
    "true,  '0 llm-0-x n, 1 llm-0-o n', ''"
  })
  void a_placement_lacks_members_for_ever_where_other_pods_with_nodes_stand_in_their_place(
      boolean placed, String pods, String lacking) {
    Pod[] there =
        Stream.of(pods.split(", "))
            .map(pod -> pod.split(" "))
            .map(pod ->
                pod(
                    Integer.parseInt(pod[0]),
                    pod[1].equals("alone") ? "" : pod[1],
                    pod.length > 2 ? "nodeName: " + pod[2] : ""))
            .toArray(Pod[]::new);
    CliqueView view = view(placement("a1", placed, "released: true"), there);

    assertThat(MisplacedPods.boundOutside(view, view.live().stream()).orElse(""))
        .isEqualTo(lacking);
    assertThat(CliqueStatus.counted(view, new CliqueUpdate(view), null).boundOutside())
        .as("and its clique says so")
        .isEqualTo(lacking.isEmpty() ? null : lacking);
  }

  @ParameterizedTest
  @CsvSource({
    "llm-0-x, llm-0-x, ''",
    "'',      '',      ''",
    "llm-0-x, '',      '1 pod made for a PodGroup name none'",
    "llm-0-x, other,   '1 pod made for a PodGroup name another one, other'"
  })
  void a_policy_that_changes_what_pods_tell_the_scheduler_is_told(
      String madeFor, String named, String told) {
    Pod pod =
        pod(
            0,
            madeFor,
            named.isEmpty() ? "" : "schedulingGroup: {podGroupName: %s}".formatted(named));
    CliqueView view = view(placement("a1", true, "released: true"), pod);

    assertThat(CliqueStatus.counted(view, new CliqueUpdate(view), null).conditions())
        .filteredOn(condition -> condition.getType().equals("GangNotEnforced"))
        .extracting(Condition::getMessage)
        .containsExactlyElementsOf(
            told.isEmpty()
                ? List.of()
                : List.of(
                    told
                        + ", so that the scheduler does not place them together: a policy changes schedulingGroup of pods"));
  }

  private static Pod unschedulable(int index, String words) {
    Pod pod = pod(index, "llm-0-x", "");
    pod.setStatus(
        TestYaml.read(
            "conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: '%s'}]"
                .formatted(words),
            PodStatus.class));
    return pod;
  }

  @Test
  void the_pod_that_lacks_a_place_is_quoted_and_not_one_that_waits_for_it() {
    CliqueView view =
        view(
            placement("a1", false, "released: true"),
            unschedulable(0, "waiting for minCount pods from a gang to be scheduled"),
            unschedulable(1, "0/8 nodes are available"),
            pod(2, "schedulingGates: [{name: grove.io/podgang-pending-creation}]"));

    assertThat(CliqueWait.of(view, Failures.none()).message())
        .isEqualTo("2 pods without a place: 0/8 nodes are available");
  }

  @Test
  void a_group_that_the_user_names_is_not_told_to_the_scheduler() {
    Pod pod = pod(0, "schedulingGroup: {podGroupName: evil}");

    assertThat(NativeGangs.placementOf(NATIVE.prepare(pod, "llm-0"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "false, '1 2 3', '3'",
    "false, '2 3 4', '4 3'",
    "false, '1 2',   ''",
    "false, '0 1 2', ''",
    "true,  '1 2 3', ''"
  })
  void pods_beyond_the_members_give_way_to_members_that_could_not_be_made(
      boolean placed, String indices, String givenUp) {
    Pod[] pods =
        Stream.of(indices.split(" "))
            .map(Integer::valueOf)
            .map(index -> pod(index, index < 2 && !placed ? "llm-0-x" : "", ""))
            .toArray(Pod[]::new);

    assertThat(MisplacedPods.deleted(view(placement("a1", placed, "released: true"), pods), NATIVE))
        .extracting(action -> action.target().name().replace("llm-0-a-", ""))
        .containsExactlyElementsOf(
            Stream.of(givenUp.split(" ")).filter(index -> !index.isEmpty()).toList());
  }
}
