package dev.coppice.core.scheduler.kai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.scheduler.GangObject;
import dev.coppice.core.scheduler.GangSupport;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What KAI is told of a gang, and what its pods carry. */
class KaiSchedulerTest {

  private static final String NAMED = "grove.io/topology-name: dc";

  private final KaiScheduler kai = new KaiScheduler();

  private static PodCliqueSet set(String metadata, String first, String second) {
    return TestYaml.read(
        """
        metadata: {name: llm, namespace: ai, %s}
        spec:
          replicas: 1
          template:
            cliques:
            - {name: a, %s, spec: {replicas: 1, podSpec: {}}}
            - {name: b, %s, spec: {replicas: 1, podSpec: {}}}
        """
            .formatted(metadata, mark(first), mark(second)),
        PodCliqueSet.class);
  }

  private static String mark(String text) {
    return text.isEmpty() ? "labels: {}" : text;
  }

  private static PodCliqueSet queued() {
    return set("labels: {kai.scheduler/queue: team}", "", "");
  }

  private static PodGang gang(String annotations, String spec) {
    return TestYaml.read(
        """
        metadata:
          name: llm-0
          namespace: ai
          uid: g
          labels: {app.kubernetes.io/managed-by: grove-operator, team: search}
          annotations: {%s}
        spec: {%s}
        """
            .formatted(annotations, spec),
        PodGang.class);
  }

  private static String groups(String ofFirst) {
    return "podgroups: [{name: llm-0-a, podReferences: [], minReplicas: 2, %s}, {name: llm-0-b, podReferences: [], minReplicas: 3}]"
        .formatted(ofFirst);
  }

  private static KaiPodGroup group(List<GangObject> objects) {
    assertThat(objects).hasSize(1);
    HasMetadata object = objects.getFirst().object();
    assertThat(object).isInstanceOf(KaiPodGroup.class);
    return object instanceof KaiPodGroup group ? group : new KaiPodGroup();
  }

  private KaiPodGroup group(PodGang gang) {
    List<GangObject> objects = kai.objects(gang, queued(), UnaryOperator.identity());
    assertThat(objects.getFirst().isMade()).isTrue();
    return group(objects);
  }

  @Test
  void the_pod_group_of_a_gang_without_constraints() {
    KaiPodGroup group =
        group(
            gang(
                """
                kai.scheduler/skip-podgrouper: 'true', grove.io/copied-annotations: note, note: x,
                policy.example.com/checked: '7', kai.scheduler/last-start-timestamp: '1'\
                """,
                groups("") + ", priorityClassName: high"));

    assertThat(group.getApiVersion()).isEqualTo("scheduling.run.ai/v2alpha2");
    assertThat(group.getMetadata().getName()).isEqualTo("llm-0");
    assertThat(group.getMetadata().getNamespace()).isEqualTo("ai");
    assertThat(group.getMetadata().getLabels())
        .isEqualTo(Map.of("app.kubernetes.io/managed-by", "grove-operator", "team", "search"));
    assertThat(group.getMetadata().getAnnotations())
        .isEqualTo(
            Map.of(
                "kai.scheduler/skip-podgrouper",
                "true",
                "grove.io/copied-annotations",
                "note",
                "note",
                "x"));
    assertThat(ModelJson.text(group.getSpec()))
        .isEqualTo(
            "{\"minMember\":5,\"queue\":\"team\",\"priorityClassName\":\"high\",\"subGroups\":["
                + "{\"name\":\"llm-0-a\",\"minMember\":2},{\"name\":\"llm-0-b\",\"minMember\":3}]}");
  }

  @Test
  void groups_with_constraints_of_their_own_and_in_common() {
    KaiPodGroup group =
        group(
            gang(
                NAMED + ", kai.scheduler/topology: other",
                groups("topologyConstraint: {packConstraint: {preferred: rack}}")
                    + """
                    , topologyConstraint: {packConstraint: {required: zone, preferred: rack}},
                      topologyConstraintGroupConfigs: [
                        {name: llm-0-g-0, podGroupNames: [llm-0-b], topologyConstraint: {packConstraint: {required: rack}}},
                        {name: llm-0-h-0, podGroupNames: [llm-0-a]},
                        {name: none, podGroupNames: []}]
                    """));

    KaiPodGroupSpec.Topology whole = new KaiPodGroupSpec.Topology("dc", "zone", "rack");
    assertThat(group.getSpec().topologyConstraint()).isEqualTo(whole);
    assertThat(group.getSpec().subGroups())
        .containsExactly(
            new KaiPodGroupSpec.SubGroup(
                "llm-0-g-0", null, 1, null, new KaiPodGroupSpec.Topology("dc", "rack", null)),
            new KaiPodGroupSpec.SubGroup("llm-0-h-0", null, 1, null, null),
            new KaiPodGroupSpec.SubGroup(
                "llm-0-a", 2, null, "llm-0-h-0", new KaiPodGroupSpec.Topology("dc", null, "rack")),
            new KaiPodGroupSpec.SubGroup("llm-0-b", 3, null, "llm-0-g-0", null));
  }

  @Test
  void the_annotation_of_kai_names_the_topology_where_ours_is_absent() {
    KaiPodGroup group =
        group(
            gang(
                "kai.scheduler/topology: other",
                groups("") + ", topologyConstraint: {packConstraint: {required: zone}}"));

    assertThat(group.getSpec().topologyConstraint())
        .isEqualTo(new KaiPodGroupSpec.Topology("other", "zone", null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labels: {kai.scheduler/queue: l}, annotations: {kai.scheduler/queue: a} | '' | '' | l
          annotations: {kai.scheduler/queue: a} | '' | '' | a
          labels: {kai.scheduler/queue: ''}, annotations: {kai.scheduler/queue: a} | '' | '' | a
          labels: {kai.scheduler/queue: l} | annotations: {kai.scheduler/queue: l} | '' | l
          labels: {} | '' | labels: {kai.scheduler/queue: c} | c
          labels: {} | annotations: {kai.scheduler/queue: c} | labels: {kai.scheduler/queue: c} | c
          """)
  void one_queue_that_is_named_anywhere(String ofSet, String first, String second, String queue) {
    assertThat(
            group(
                    kai.objects(
                        gang("", groups("")), set(ofSet, first, second), UnaryOperator.identity()))
                .getSpec()
                .queue())
        .isEqualTo(queue);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labels: {} | '' | '' | '' | neither the set nor a clique names a queue (kai.scheduler/queue)
          labels: {kai.scheduler/queue: l} | '' | labels: {kai.scheduler/queue: c} | '' | the set and its cliques name more than one queue: l, c
          labels: {} | labels: {kai.scheduler/queue: b} | labels: {kai.scheduler/queue: c} | '' | the set and its cliques name more than one queue: b, c
          labels: {kai.scheduler/queue: l} | '' | '' | {packConstraint: {required: zone}} | it has topology constraints, and no annotation grove.io/topology-name that says of which topology
          """)
  void what_cannot_be_said_is_told_and_what_is_there_is_kept(
      String ofSet, String first, String second, String constraint, String why) {
    PodGang gang =
        gang("", groups(constraint.isEmpty() ? "" : "topologyConstraint: " + constraint));
    PodCliqueSet set = set(ofSet, first, second);

    assertThat(kai.objects(gang, set, UnaryOperator.identity()))
        .singleElement()
        .matches(object -> !object.isMade())
        .matches(object -> object.object().getMetadata().getName().equals("llm-0"))
        .matches(object -> object.difference().apply(object.object()).isEmpty());
    assertThat(kai.gangs(gang, set))
        .isEqualTo(
            new GangSupport(
                false,
                "KaiMappingFailed",
                "kai-scheduler cannot be told of PodGang llm-0: " + why));
  }

  @Test
  void a_gang_that_can_be_told_is_placed_as_a_whole() {
    assertThat(kai.gangs(gang("", groups("")), queued()))
        .returns(true, GangSupport::isGiven)
        .returns("KaiScheduler", GangSupport::reason);
    assertThat(kai.kinds()).containsExactly(KaiPodGroup.class);
    assertThat(kai.gangAnnotations()).isEqualTo(Map.of("kai.scheduler/skip-podgrouper", "true"));
    assertThat(kai.placesOnce()).isFalse();
  }

  @Test
  void topologies_have_their_levels_in_order() {
    KaiTopologies topologies = kai.ofTopologies();
    KaiTopology topology = topologies.object("dc", List.of("zone", "example.com/rack"));

    assertThat(ModelJson.text(topology))
        .isEqualTo(
            "{\"apiVersion\":\"kai.scheduler/v1alpha1\",\"kind\":\"Topology\","
                + "\"metadata\":{\"name\":\"dc\"},"
                + "\"spec\":{\"levels\":[{\"nodeLabel\":\"zone\"},"
                + "{\"nodeLabel\":\"example.com/rack\"}]}}");
    assertThat(topologies.keys(topology)).containsExactly("zone", "example.com/rack");
    assertThat(topologies.keys(TestYaml.read("{metadata: {name: dc}}", KaiTopology.class)))
        .as("one without a specification")
        .isEmpty();
    assertThat(kai.topologyObjects()).contains(topologies);
    assertThat(topologies.absence()).isEmpty();
  }

  @Test
  void topologies_that_are_not_served_say_what_is_missing() {
    SchedulerBackends without =
        new SchedulerBackends(List.of(kai.withoutTopologies()), kai.withoutTopologies());

    assertThat(kai.withoutTopologies().ofTopologies().absence())
        .hasValue(
            "the API server does not serve topologies in kai.scheduler/v1alpha1"
                + " (CustomResourceDefinition topologies.kai.scheduler): install KAI, then restart"
                + " the operator");
    assertThat(without.topologyKinds()).isEmpty();
    assertThat(without.topologyAware()).containsExactly("kai-scheduler");
    assertThat(new SchedulerBackends(List.of(kai), kai).topologyKinds())
        .isEqualTo(Set.of(KaiTopology.class));
    assertThat(kai.withoutTopologies().gangs()).isEqualTo(kai.gangs());
  }

  @Test
  void without_kai_pods_are_prepared_and_nothing_is_made_or_watched() {
    KaiScheduler missing = KaiScheduler.notInstalled();

    assertThat(missing.gangs())
        .returns(false, GangSupport::isGiven)
        .returns("KaiNotInstalled", GangSupport::reason)
        .returns(
            "the API server does not serve podgroups in scheduling.run.ai/v2alpha2"
                + " (CustomResourceDefinition podgroups.scheduling.run.ai): install KAI, then"
                + " restart the operator; until then kai-scheduler is told of no gang, and pods"
                + " wait",
            GangSupport::message);
    assertThat(missing.gangs(gang("", groups("")), set("labels: {}", "", "")))
        .isEqualTo(missing.gangs());
    assertThat(missing.kinds()).isEmpty();
    assertThat(missing.objects(gang("", groups("")), queued(), UnaryOperator.identity())).isEmpty();
    assertThat(missing.prepare(pod("grove.io/podclique: llm-0-a"), "llm-0"))
        .isEqualTo(kai.prepare(pod("grove.io/podclique: llm-0-a"), "llm-0"));
  }

  private static Pod pod(String labels) {
    return TestYaml.read(
        "{metadata: {name: p, labels: {%s}, annotations: {note: x}}, spec: {containers: []}}"
            .formatted(labels),
        Pod.class);
  }

  @Test
  void a_pod_names_its_pod_group_and_its_part_of_it() {
    Pod plain = pod("grove.io/podclique: llm-0-a");

    Pod prepared = kai.prepare(plain, "llm-0");

    assertThat(prepared.getSpec().getSchedulerName()).isEqualTo("kai-scheduler");
    assertThat(prepared.getMetadata().getAnnotations())
        .isEqualTo(
            Map.of(
                "note", "x", "kai.scheduler/skip-podgrouper", "true", "pod-group-name", "llm-0"));
    assertThat(prepared.getMetadata().getLabels())
        .isEqualTo(
            Map.of("grove.io/podclique", "llm-0-a", "kai.scheduler/subgroup-name", "llm-0-a"));
    assertThat(plain).as("left as it is").isEqualTo(pod("grove.io/podclique: llm-0-a"));
  }

  @ParameterizedTest
  @CsvSource({"'', llm-0", "'grove.io/podclique: llm-0-a', ''"})
  void a_pod_that_belongs_nowhere_is_refused(String labels, String gang) {
    Pod pod = pod(labels);

    assertThatIllegalArgumentException().isThrownBy(() -> kai.prepare(pod, gang));
  }
}
