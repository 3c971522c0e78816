package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.PodCliqueSetPlanner;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodCliqueSetPlannerScenarioTest {

  private static final String TWO_CLIQUES =
      """
      metadata: {name: llm, labels: {team: a, grove.io/mine: x}}
      spec:
        replicas: 2
        template:
          priorityClassName: high
          cliques:
          - {name: prefill, labels: {role: p}, spec: {replicas: 3, minAvailable: 2, podSpec: {containers: [{name: c, image: one}]}}}
          - {name: decode, spec: {replicas: 1, podSpec: {containers: [{name: c, image: one}]}}}
      """;

  private final SetFixture fixture = new SetFixture(TWO_CLIQUES);

  @Test
  void makes_every_child_in_one_reconcile() {
    fixture.setPass();

    assertThat(fixture.names(Service.class)).containsExactly("llm-0", "llm-1");
    assertThat(fixture.names(PodClique.class))
        .containsExactly("llm-0-decode", "llm-0-prefill", "llm-1-decode", "llm-1-prefill");
    assertThat(fixture.names(PodGang.class)).containsExactly("llm-0", "llm-1");
    assertThat(fixture.status())
        .returns(2, PodCliqueSetStatus::replicas)
        .returns(0, PodCliqueSetStatus::availableReplicas)
        .returns(1L, PodCliqueSetStatus::observedGeneration);
  }

  @Test
  void names_the_first_pods_in_the_gang_before_they_exist() {
    fixture.setPass();
    List<String> promised = references("llm-0");

    fixture.settle();

    List<String> made =
        fixture.names(Pod.class).stream().filter(n -> n.startsWith("llm-0-")).toList();
    assertThat(promised).containsExactlyInAnyOrderElementsOf(made).hasSize(4);
    assertThat(fixture.gang("llm-0").getSpec().podgroups())
        .extracting(PodGroup::name, PodGroup::minReplicas)
        .containsExactly(tuple("llm-0-prefill", 2), tuple("llm-0-decode", 1));
  }

  @Test
  void mirrors_labels_of_the_set_on_its_gangs_except_our_own() {
    fixture.setPass();

    assertThat(fixture.gang("llm-0").getMetadata().getLabels())
        .containsEntry("team", "a")
        .containsEntry(Labels.SCHEDULER_NAME, "default-scheduler")
        .containsEntry(Labels.COMPONENT, "podgang")
        .doesNotContainKey("grove.io/mine");
    assertThat(fixture.gang("llm-0").getSpec().priorityClassName()).isEqualTo("high");
  }

  @Test
  void becomes_available_and_rests() {
    fixture.settle();

    assertThat(fixture.status())
        .returns(2, PodCliqueSetStatus::availableReplicas)
        .returns(2, PodCliqueSetStatus::updatedReplicas)
        .returns(
            "app.kubernetes.io/managed-by=grove-operator,app.kubernetes.io/part-of=llm,coppice.dev/set-scale-unit=true",
            PodCliqueSetStatus::hpaPodSelector);
    assertThat(Conditions.find(fixture.status().conditions(), ConditionTypes.AVAILABLE))
        .get()
        .matches(c -> c.getStatus().equals("True"))
        .matches(c -> c.getMessage().equals("2 of 2 replicas are available"));
    assertThat(fixture.gang("llm-0").statusOrEmpty().phase()).isEqualTo("Running");
  }

  @Test
  void calls_a_gang_pending_only_when_its_pods_have_waited_for_a_while() {
    fixture.setPass();
    fixture.cluster.advance(Duration.ofMinutes(1));
    fixture.setPass();
    assertThat(fixture.gang("llm-0").getStatus()).as("no pods yet").isNull();
    fixture.cliquePasses();
    fixture.cluster.advance(Duration.ofSeconds(4));
    fixture.setPass();
    assertThat(fixture.gang("llm-0").getStatus()).as("they have just come").isNull();

    fixture.cluster.advance(Duration.ofSeconds(1));
    fixture.setPass();

    assertThat(fixture.gang("llm-0").statusOrEmpty().phase()).isEqualTo("Pending");
  }

  @Test
  void removes_everything_of_a_replica_that_is_scaled_in() {
    fixture.settle();

    fixture.scaleSet(1);
    fixture.settle();

    assertThat(fixture.names(Service.class)).containsExactly("llm-0");
    assertThat(fixture.names(PodClique.class)).containsExactly("llm-0-decode", "llm-0-prefill");
    assertThat(fixture.names(PodGang.class)).containsExactly("llm-0");
    assertThat(fixture.names(Pod.class)).hasSize(4);
    assertThat(fixture.status()).returns(1, PodCliqueSetStatus::availableReplicas);
  }

  @Test
  void is_available_at_zero_replicas() {
    fixture.settle();

    fixture.scaleSet(0);
    fixture.settle();

    assertThat(fixture.names(Pod.class)).isEmpty();
    assertThat(Conditions.isTrue(fixture.status().conditions(), ConditionTypes.AVAILABLE)).isTrue();
  }

  @Test
  void keeps_live_replicas_when_the_template_changes() {
    fixture.settle();
    fixture.scaleClique("llm-0-prefill", 5);

    changeImage("two");
    fixture.settle();

    assertThat(fixture.clique("llm-0-prefill").getSpec().replicas()).isEqualTo(5);
    assertThat(fixture.clique("llm-1-prefill").getSpec().replicas()).isEqualTo(3);
  }

  @Test
  void under_on_delete_pods_created_from_then_on_have_the_changed_template_and_none_goes() {
    new UpdateFixture(fixture).strategy(UpdateStrategyType.ON_DELETE);
    fixture.settle();
    List<String> before = fixture.podUids();

    changeImage("two");
    fixture.scaleClique("llm-0-decode", 2);
    fixture.settle();

    assertThat(fixture.podUids()).containsAll(before);
    Pod fresh =
        fixture
            .cluster
            .all(Pod.class)
            .filter(pod -> !before.contains(pod.getMetadata().getUid()))
            .findFirst()
            .orElseThrow();
    assertThat(fresh.getSpec().getContainers().getFirst().getImage()).isEqualTo("two");
    assertThat(fresh.getSpec().getPriorityClassName()).isEqualTo("high");
    assertThat(fixture.status().updatedReplicas()).isZero();
  }

  @Test
  void lowers_the_minimum_of_a_podgroup_when_its_clique_is_scaled_below_it() {
    fixture.settle();

    fixture.scaleClique("llm-0-prefill", 1);
    fixture.settle();

    assertThat(fixture.gang("llm-0").getSpec().podgroups().getFirst())
        .returns(1, PodGroup::minReplicas);
    assertThat(references("llm-0")).hasSize(2);
    assertThat(fixture.status().availableReplicas()).isEqualTo(2);
  }

  @Test
  void makes_again_what_somebody_deleted() {
    fixture.settle();
    fixture.cluster.delete(fixture.gang("llm-0"));
    fixture.cluster.delete(fixture.clique("llm-1-decode"));
    fixture.cluster.collectGarbage();

    fixture.settle();

    assertThat(fixture.names(PodGang.class)).containsExactly("llm-0", "llm-1");
    assertThat(fixture.names(PodClique.class)).hasSize(4);
    assertThat(fixture.status().availableReplicas()).isEqualTo(2);
  }

  @Test
  void names_the_owner_of_a_foreign_object_under_a_name_of_ours() {
    fixture.cluster.create(
        new ServiceBuilder()
            .withNewMetadata()
            .withNamespace(SetFixture.NAMESPACE)
            .withName("llm-0")
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .build());

    assertThat(fixture.setPass().mustRetry()).isTrue();
    fixture.cluster.advance(Duration.ofSeconds(1));
    fixture.setPass();

    assertThat(fixture.status().lastErrors())
        .singleElement()
        .matches(error -> error.code().equals(Snapshot.FOREIGN_OBJECT))
        .matches(error -> error.description().contains("Service n/llm-0"));
    assertThat(fixture.names(PodClique.class)).hasSize(4);
  }

  @Test
  void tells_a_refused_child_and_forgets_it_when_the_cause_is_gone() {
    fixture.cluster.refuse(
        action -> action instanceof Action.Create c && c.object() instanceof PodClique,
        403,
        "podcliques.grove.io \"x\" is forbidden: exceeded quota: q, requested: c=1, used: c=0, limited: c=0");
    fixture.setPass();
    fixture.cluster.advance(Duration.ofSeconds(1));
    fixture.setPass();
    assertThat(fixture.status().lastErrors()).hasSize(1);

    fixture.cluster.refuseNothing();
    fixture.settle();

    assertThat(fixture.status().lastErrors()).isEmpty();
    assertThat(fixture.status().availableReplicas()).isEqualTo(2);
  }

  @Test
  void takes_away_the_finalizer_of_grove_from_a_set_that_is_deleted_and_does_nothing_else() {
    PodCliqueSet set = TestYaml.read(TWO_CLIQUES, PodCliqueSet.class);
    set.setMetadata(
        new ObjectMetaBuilder(set.getMetadata())
            .withUid("u")
            .withNamespace("n")
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .withFinalizers("theirs", "grove.io/podcliqueset.grove.io")
            .build());

    List<Action> actions =
        new PodCliqueSetPlanner(
                SchedulerBackends.standard(), Validity.standard(), TerminationSettings.DEFAULTS)
            .plan(Snapshot.of(set, Observed.of(List.of())), Instant.EPOCH)
            .actions();

    assertThat(actions)
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations().toString())
                    .contains("\"op\":\"remove\",\"path\":\"/metadata/finalizers/1\""));
  }

  private List<String> references(String gang) {
    return fixture.gang(gang).getSpec().podgroups().stream()
        .flatMap(group -> group.podReferences().stream())
        .map(NamespacedName::name)
        .toList();
  }

  private void changeImage(String image) {
    PodCliqueSet other =
        TestYaml.read(TWO_CLIQUES.replace("image: one", "image: " + image), PodCliqueSet.class);
    fixture.changeSet(set ->
        SetFixture.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(PodCliqueSetTemplateBuilder.builder(other.getSpec().template()).build())
                .build()));
  }
}
