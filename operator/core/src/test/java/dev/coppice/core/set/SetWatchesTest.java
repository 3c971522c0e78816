package dev.coppice.core.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastErrorBuilder;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.ClusterTopologyBindingSpecBuilder;
import dev.coppice.api.topology.ClusterTopologyBindingStatus;
import dev.coppice.api.topology.SchedulerTopologyBinding;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SetWatchesTest {

  private static final KaiScheduler KAI = new KaiScheduler();
  private static final SetWatches WATCHES = new SetWatches();
  private static final SetWatches TOPOLOGY_AWARE =
      new SetWatches(true, SchedulerBackends.standard(), false);

  @ParameterizedTest
  @MethodSource
  void covers_its_children_of_every_kind(HasMetadata child) {
    child.setMetadata(childOf("x"));

    assertThat(WATCHES.relates(set("ns", "x"), child)).isTrue();
    assertThat(WATCHES.relates(set("ns", "y"), child)).isFalse();
    assertThat(WATCHES.relates(set("other", "x"), child)).isFalse();
    assertThat(WATCHES.kinds()).contains(child.getClass());
  }

  static Stream<HasMetadata> covers_its_children_of_every_kind() {
    return Stream.of(
        new PodClique(),
        new PodCliqueScalingGroup(),
        new PodGang(),
        new HorizontalPodAutoscaler(),
        new Service());
  }

  @Test
  void covers_no_pods() {
    Pod pod = new PodBuilder().withMetadata(childOf("x")).build();

    assertThat(WATCHES.relates(set("ns", "x"), pod)).isFalse();
  }

  @Test
  void covers_the_topology_that_the_set_names_if_anybody_asks_for_topologies() {
    PodCliqueSet naming = constrained("topologyConstraint: {topologyName: dc}, cliques: []");
    PodCliqueSet inheriting =
        constrained("cliques: [{name: a, topologyConstraint: {topologyName: dc}}]");

    assertThat(TOPOLOGY_AWARE.kinds()).contains(ClusterTopologyBinding.class);
    assertThat(TOPOLOGY_AWARE.relates(naming, binding("dc", "k"))).isTrue();
    assertThat(TOPOLOGY_AWARE.relates(inheriting, binding("dc", "k"))).isTrue();
    assertThat(TOPOLOGY_AWARE.relates(naming, binding("other", "k"))).isFalse();
    assertThat(TOPOLOGY_AWARE.relates(set("ns", "x"), binding("dc", "k"))).isFalse();
    assertThat(WATCHES.kinds()).doesNotContain(ClusterTopologyBinding.class);
    assertThat(WATCHES.relates(naming, binding("dc", "k"))).isFalse();
  }

  @Test
  void covers_every_topology_for_a_set_whose_groups_seek_one() {
    PodCliqueSet seeking =
        constrained("cliques: [{name: a, annotations: {grove.io/exclusive-topology: k}}]");
    PodCliqueSet naming =
        constrained(
            "topologyConstraint: {topologyName: dc}, cliques: [{name: a, annotations: {grove.io/exclusive-topology: k}}]");

    assertThat(TOPOLOGY_AWARE.relates(seeking, binding("dc", "k"))).isTrue();
    assertThat(TOPOLOGY_AWARE.relates(naming, binding("other", "k"))).isFalse();
  }

  @Test
  void wakes_when_a_level_of_a_topology_changes_and_not_when_its_status_does() {
    ClusterTopologyBinding reported = binding("dc", "k");
    reported.setStatus(ClusterTopologyBindingStatus.EMPTY);

    assertThat(TOPOLOGY_AWARE.changed(binding("dc", "other"), binding("dc", "k"))).isTrue();
    assertThat(TOPOLOGY_AWARE.changed(reported, binding("dc", "k"))).isFalse();
  }

  @Test
  void wakes_when_a_topology_is_known_to_a_scheduler_by_another_name() {
    ClusterTopologyBinding listed = binding("dc", "k");
    listed.setSpec(
        ClusterTopologyBindingSpecBuilder.builder(listed.getSpec())
            .schedulerTopologyBindings(
                List.of(new SchedulerTopologyBinding("kai-scheduler", "site")))
            .build());

    assertThat(TOPOLOGY_AWARE.changed(listed, binding("dc", "k"))).isTrue();
  }

  @Test
  void wakes_when_somebody_changes_what_kai_is_told_and_not_when_kai_reports() {
    SetWatches watches = new SetWatches(false, new SchedulerBackends(List.of(KAI), KAI), false);

    assertThat(watches.relates(set("ns", "x"), podGroup("2", 1))).isTrue();
    assertThat(watches.changed(podGroup("2", 1), podGroup("1", 1))).isFalse();
    assertThat(watches.changed(podGroup("2", 2), podGroup("1", 1))).isTrue();
  }

  private static KaiPodGroup podGroup(String resourceVersion, int generation) {
    return TestYaml.read(
        """
        metadata: {name: x-0, namespace: ns, resourceVersion: '%s', generation: %d,
          labels: {app.kubernetes.io/part-of: x}}
        spec: {minMember: 1}
        """
            .formatted(resourceVersion, generation),
        KaiPodGroup.class);
  }

  @Test
  void wakes_when_a_clique_counts_differently() {
    PodClique now = clique(status -> status.readyReplicas(1));

    assertThat(WATCHES.changed(now, clique(status -> status))).isTrue();
  }

  @Test
  void wakes_when_a_clique_reports_errors_that_the_set_repeats() {
    PodClique now =
        clique(status ->
            status.lastErrors(
                List.of(
                    LastErrorBuilder.builder()
                        .code("ERR")
                        .description("quota")
                        .observedAt(Instant.EPOCH)
                        .build())));

    assertThat(WATCHES.changed(now, clique(status -> status))).isTrue();
  }

  @Test
  void wakes_when_a_group_counts_differently() {
    assertThat(WATCHES.changed(group(1, 1), group(1, 0))).isTrue();
  }

  @Test
  void wakes_when_a_group_is_scaled() {
    assertThat(WATCHES.changed(group(2, 1), group(1, 1))).isTrue();
  }

  @Test
  void sleeps_on_when_an_autoscaler_only_measures() {
    assertThat(WATCHES.changed(autoscaler(3, 80), autoscaler(3, 20))).isFalse();
  }

  @Test
  void wakes_when_somebody_changes_an_autoscaler() {
    assertThat(WATCHES.changed(autoscaler(4, 20), autoscaler(3, 20))).isTrue();
  }

  @Test
  void sleeps_on_when_a_gang_only_names_other_pods() {
    assertThat(WATCHES.changed(gang("pod-b", 1), gang("pod-a", 1))).isFalse();
  }

  @Test
  void wakes_when_a_gang_needs_another_number_of_pods() {
    assertThat(WATCHES.changed(gang("pod-a", 2), gang("pod-a", 1))).isTrue();
  }

  @Test
  void sees_when_pods_leave_a_gang_of_another_operator() {
    assertThat(WATCHES.changed(ofEpoch(gang("pod-b", 1)), ofEpoch(gang("pod-a", 1)))).isTrue();
    assertThat(WATCHES.changed(ofEpoch(gang("pod-a", 1)), ofEpoch(gang("pod-a", 1)))).isFalse();
  }

  private static PodGang ofEpoch(PodGang gang) {
    gang.getMetadata().setLabels(Map.of(Labels.EPOCH, "1788533963425275530"));
    return gang;
  }

  private static PodCliqueSet set(String namespace, String name) {
    PodCliqueSet set = new PodCliqueSet();
    set.getMetadata().setNamespace(namespace);
    set.getMetadata().setName(name);
    return set;
  }

  private static PodCliqueSet constrained(String template) {
    return TestYaml.read(
        "{metadata: {name: x, namespace: ns}, spec: {template: {%s}}}".formatted(template),
        PodCliqueSet.class);
  }

  private static ClusterTopologyBinding binding(String name, String key) {
    return TestYaml.read(
        "{metadata: {name: %s}, spec: {levels: [{domain: zone, key: %s}]}}".formatted(name, key),
        ClusterTopologyBinding.class);
  }

  private static ObjectMeta childOf(String set) {
    return new ObjectMetaBuilder()
        .withNamespace("ns")
        .withName(set + "-0-a")
        .addToLabels(Labels.PART_OF, set)
        .build();
  }

  private static PodClique clique(UnaryOperator<PodCliqueStatusBuilder> status) {
    PodClique clique = new PodClique();
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    clique.setStatus(status.apply(PodCliqueStatusBuilder.builder().replicas(2)).build());
    return clique;
  }

  private static PodCliqueScalingGroup group(long generation, int available) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.getMetadata().setGeneration(generation);
    group.setStatus(
        PodCliqueScalingGroupStatusBuilder.builder().availableReplicas(available).build());
    return group;
  }

  private static HorizontalPodAutoscaler autoscaler(int atMost, int utilization) {
    return new HorizontalPodAutoscalerBuilder()
        .withNewMetadata()
        .withName("x-0-g")
        .endMetadata()
        .withNewSpec()
        .withMaxReplicas(atMost)
        .endSpec()
        .withNewStatus()
        .addNewCurrentMetric()
        .withNewResource()
        .withNewCurrent()
        .withAverageUtilization(utilization)
        .endCurrent()
        .endResource()
        .endCurrentMetric()
        .endStatus()
        .build();
  }

  private static PodGang gang(String pod, int minimum) {
    PodGang gang = new PodGang();
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(
                List.of(
                    PodGroupBuilder.builder()
                        .name("x-0-w")
                        .minReplicas(minimum)
                        .podReferences(List.of(new NamespacedName("ns", pod)))
                        .build()))
            .build());
    return gang;
  }
}
