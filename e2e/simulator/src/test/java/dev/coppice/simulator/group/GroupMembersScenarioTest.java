package dev.coppice.simulator.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.coppice.api.Annotations;
import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.simulator.model.Scaling;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupMembersScenarioTest {

  private final GroupFixture fixture = new GroupFixture();

  @Test
  void makes_each_clique_in_each_replica() {
    fixture.reconcile();

    assertThat(fixture.cliques())
        .containsExactly("0-leader", "0-worker", "1-leader", "1-worker", "2-leader", "2-worker");
    assertThat(fixture.clique("2-worker").getSpec())
        .matches(spec -> spec.replicas() == 3)
        .matches(spec -> spec.minAvailable() == 2)
        .matches(spec -> spec.podSpec().getPriorityClassName().equals("high"));
    assertThat(Ownership.isControlledBy(fixture.clique("2-worker"), fixture.group())).isTrue();
  }

  @Test
  void labels_its_members_over_the_labels_of_the_template() {
    fixture.reconcile();

    assertThat(fixture.clique("2-leader").getMetadata().getLabels())
        .containsEntry("role", "leader")
        .containsEntry(Labels.MANAGED_BY, Labels.MANAGER)
        .containsEntry(Labels.PART_OF, "llm")
        .containsEntry(Labels.NAME, "llm-1-decode-2-leader")
        .containsEntry(Labels.COMPONENT, "pcsg-podclique")
        .containsEntry(Labels.SET_REPLICA_INDEX, "1")
        .containsEntry(Labels.SCALING_GROUP, "llm-1-decode")
        .containsEntry(Labels.SCALING_GROUP_REPLICA_INDEX, "2")
        .containsEntry(Labels.POD_GANG, "llm-1-decode-0")
        .containsEntry(Labels.BASE_POD_GANG, "llm-1")
        .containsKey(Labels.POD_TEMPLATE_HASH)
        .hasSize(11);
    assertThat(fixture.clique("1-leader").getMetadata().getLabels())
        .containsEntry(Labels.POD_GANG, "llm-1")
        .doesNotContainKey(Labels.BASE_POD_GANG);
    assertThat(fixture.clique("2-leader").getMetadata().getAnnotations())
        .containsKey(Annotations.POD_SPEC_HASH)
        .hasSize(4)
        .containsAllEntriesOf(
            Map.of(
                "team",
                "a",
                Annotations.COPIED_LABELS,
                "grove.io/podgang,role",
                Annotations.COPIED_ANNOTATIONS,
                "team"));
  }

  @Test
  void tells_every_container_its_place_before_the_user_s_own_variables() {
    fixture.reconcile();

    List<Container> containers = fixture.clique("0-leader").getSpec().podSpec().getContainers();
    assertThat(containers.getFirst().getEnv())
        .extracting(EnvVar::getName)
        .containsExactly(
            "GROVE_PCSG_NAME", "GROVE_PCSG_TEMPLATE_NUM_PODS", "GROVE_PCSG_INDEX", "OWN");
    assertThat(containers.getFirst().getEnv().get(1).getValue()).isEqualTo("4");
    assertThat(containers.getFirst().getEnv().get(2).getValueFrom().getFieldRef().getFieldPath())
        .isEqualTo("metadata.labels['grove.io/podcliquescalinggroup-replica-index']");
    assertThat(
            fixture.clique("0-leader").getSpec().podSpec().getInitContainers().getFirst().getEnv())
        .extracting(EnvVar::getName)
        .containsExactlyInAnyOrderElementsOf(EnvironmentVariables.OF_GROUP_MEMBERS);
  }

  @Test
  void orders_the_start_of_members_by_their_gang() {
    fixture.reconcile();

    assertThat(fixture.clique("1-leader").getSpec().startsAfter()).containsExactly("llm-1-router");
    assertThat(fixture.clique("1-worker").getSpec().startsAfter())
        .containsExactly("llm-1-decode-0-leader", "llm-1-decode-1-leader");
    assertThat(fixture.clique("2-worker").getSpec().startsAfter())
        .containsExactly("llm-1-decode-2-leader");
  }

  @Test
  void follows_its_own_scale_in_the_order_of_start() {
    fixture.reconcile();

    fixture.scale(1);
    fixture.reconcile();

    assertThat(fixture.clique("0-worker").getSpec().startsAfter())
        .containsExactly("llm-1-decode-0-leader");
  }

  @Test
  void creates_only_what_a_higher_scale_adds() {
    fixture.reconcile();
    int before = fixture.writes();

    fixture.scale(4);
    fixture.reconcile();

    assertThat(fixture.writesSince(before))
        .filteredOn(Action.Create.class::isInstance)
        .extracting(action -> action.target().name())
        .containsExactly("llm-1-decode-3-leader", "llm-1-decode-3-worker");
  }

  @Test
  void deletes_exactly_the_replicas_beyond_a_lower_scale() {
    fixture.reconcile();
    int before = fixture.writes();

    fixture.scale(2);
    fixture.reconcile();

    assertThat(fixture.cliques()).containsExactly("0-leader", "0-worker", "1-leader", "1-worker");
    assertThat(fixture.writesSince(before))
        .filteredOn(Action.Delete.class::isInstance)
        .extracting(action -> action.purpose().successReason())
        .containsExactly(
            "PodCliqueScalingGroupReplicaDeleteSuccessful",
            "PodCliqueScalingGroupReplicaDeleteSuccessful");
  }

  @Test
  void deletes_the_cliques_that_the_set_does_not_give_the_group_any_more() {
    fixture.reconcile();
    int before = fixture.writes();

    fixture.changeTemplate(GroupFixture.SET.replace("[leader, worker]", "[worker]"));
    fixture.reconcile();

    assertThat(fixture.cliques()).containsExactly("0-worker", "1-worker", "2-worker");
    assertThat(fixture.writesSince(before))
        .filteredOn(Action.Delete.class::isInstance)
        .extracting(action -> action.purpose().successReason())
        .containsOnly("PodCliqueDeleteSuccessful");
  }

  @Test
  void changes_members_in_place_under_on_delete_and_leaves_their_scale_alone() {
    fixture.reconcile();
    PodClique before = fixture.clique("0-worker");
    Scaling.scale(fixture.cluster, before, 7);

    fixture.changeTemplate(GroupFixture.ON_DELETE_SET.replace("image: one", "image: two"));
    fixture.reconcile();
    assertThat(fixture.clique("0-worker").getSpec().podSpec())
        .as("before the set has recorded a template that is taken")
        .isEqualTo(before.getSpec().podSpec());
    fixture.recordGenerationHash();
    fixture.reconcile();

    PodClique after = fixture.clique("0-worker");
    assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
    assertThat(after.getSpec().replicas()).isEqualTo(7);
    assertThat(after.getSpec().podSpec().getContainers().getFirst())
        .matches(container -> container.getImage().equals("two"))
        .matches(container -> container.getEnv().size() == 3);
    assertThat(after.getMetadata().getLabels().get(Labels.POD_TEMPLATE_HASH))
        .isNotEqualTo(before.getMetadata().getLabels().get(Labels.POD_TEMPLATE_HASH));
  }

  @Test
  void leaves_members_of_another_template_as_they_are_until_they_are_replaced() {
    fixture.reconcile();
    fixture.everythingRuns();
    fixture.reconcile();
    PodClique before = fixture.clique("0-worker");

    fixture.changeTemplate(GroupFixture.SET.replace("image: one", "image: two"));
    fixture.recordGenerationHash();
    fixture.reconcile();

    assertThat(fixture.clique("0-worker").getSpec()).isEqualTo(before.getSpec());
    assertThat(fixture.clique("0-worker").getMetadata()).isEqualTo(before.getMetadata());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void gives_members_that_are_ahead_of_all_their_pods_the_template_that_is_asked_for(int workers) {
    fixture.reconcile();
    Scaling.scale(fixture.cluster, fixture.clique("0-worker"), workers);
    fixture.everythingRuns();
    PodClique before = fixture.clique("0-worker");
    fixture.changeTemplate(GroupFixture.ON_DELETE_SET.replace("image: one", "image: two"));
    fixture.recordGenerationHash();
    fixture.reconcile();
    fixture.cliques().forEach(fixture::reportAhead);

    fixture.changeTemplate(GroupFixture.SET);
    fixture.recordGenerationHash();
    fixture.reconcile();

    assertThat(fixture.clique("0-worker").getMetadata())
        .returns(before.getMetadata().getUid(), ObjectMeta::getUid)
        .returns(before.getMetadata().getLabels(), ObjectMeta::getLabels);
    assertThat(fixture.clique("0-worker").getSpec()).isEqualTo(before.getSpec());
    assertThat(fixture.status().replicaDeletions()).isEmpty();
  }

  @Test
  void compares_pod_specifications_by_hash_alone() {
    fixture.reconcile();
    PodClique trimmed = new PodClique();
    trimmed.setMetadata(fixture.clique("0-worker").getMetadata());
    trimmed.setSpec(
        PodCliqueSpecBuilder.builder(fixture.clique("0-worker").getSpec())
            .podSpec(new PodSpec())
            .build());

    List<Action> actions =
        new PodCliqueScalingGroupPlanner(Validity.standard(), TerminationSettings.DEFAULTS)
            .plan(
                Snapshot.of(fixture.group(), Observed.of(List.of(fixture.set(), trimmed)))
                    .with(List.of(fixture.liveSet())),
                Instant.EPOCH)
            .actions();

    assertThat(actions)
        .extracting(action -> action.target().name())
        .doesNotContain("llm-1-decode-0-worker")
        .hasSize(5);
  }

  @Test
  void tells_the_first_creation_with_the_pods_that_follow() {
    GroupFixture valid =
        new GroupFixture(
            GroupFixture.SET
                .replace(", grove.io/podgang: mine", "")
                .replace(", grove.io/topology-name: t", ""));

    valid.reconcile();

    assertThat(valid.cluster.journal())
        .filteredOn(answer -> answer.action() instanceof Action.Create)
        .extracting(answer -> answer.action().purpose())
        .extracting(Purpose::successReason, Purpose::noun)
        .contains(tuple("PodCliqueCreateSuccessful", "PodClique"))
        .doesNotContain(tuple("PodCliqueCreateSuccessful", "pod"));
  }

  @Test
  void does_nothing_without_its_set_in_view() {
    List<Action> actions =
        new PodCliqueScalingGroupPlanner(Validity.standard(), TerminationSettings.DEFAULTS)
            .plan(Snapshot.of(fixture.group(), Observed.of(List.of())), Instant.EPOCH)
            .actions();

    assertThat(actions).isEmpty();
  }

  @Test
  void does_nothing_for_a_set_that_was_made_again_under_the_name_of_its_own() {
    PodCliqueSet another = TestYaml.read(GroupFixture.SET, PodCliqueSet.class);
    another.getMetadata().setUid("another");

    List<Action> actions =
        new PodCliqueScalingGroupPlanner(Validity.standard(), TerminationSettings.DEFAULTS)
            .plan(Snapshot.of(fixture.group(), Observed.of(List.of(another))), Instant.EPOCH)
            .actions();

    assertThat(actions).isEmpty();
  }

  @Test
  void takes_away_the_finalizer_of_grove_when_it_is_deleted_and_does_nothing_else() {
    PodCliqueScalingGroup group = fixture.group();
    PodCliqueScalingGroup going = new PodCliqueScalingGroup();
    going.setMetadata(
        new ObjectMetaBuilder(group.getMetadata())
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .withFinalizers("theirs", "grove.io/podcliquescalinggroup.grove.io")
            .build());
    going.setSpec(group.getSpec());

    List<Action> actions =
        new PodCliqueScalingGroupPlanner(Validity.standard(), TerminationSettings.DEFAULTS)
            .plan(Snapshot.of(going, Observed.of(List.of(fixture.set()))), Instant.EPOCH)
            .actions();

    assertThat(actions)
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations().toString())
                    .contains("\"op\":\"remove\",\"path\":\"/metadata/finalizers/1\""));
  }
}
