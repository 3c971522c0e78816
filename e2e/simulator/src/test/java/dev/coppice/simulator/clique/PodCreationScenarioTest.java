package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodCreationScenarioTest {

  @Test
  void creates_no_pod_and_reports_nothing_before_the_gang_exists() {
    CliqueFixture fixture = new CliqueFixture(3, 2);

    Reconcile.Result<PodClique> result = fixture.reconcile();

    assertThat(fixture.actions()).isEmpty();
    assertThat(result.requeueAt()).isEqualTo(CliqueFixture.START.plusSeconds(5));
  }

  @Test
  void says_after_a_while_that_the_gang_does_not_exist() {
    CliqueFixture fixture = new CliqueFixture(3, 2);

    fixture.loop.runFor(Duration.ofSeconds(6));

    assertThat(fixture.actions()).containsExactly("report PodClique");
    assertThat(Conditions.find(fixture.status().conditions(), ConditionTypes.WAITING))
        .get()
        .returns("PodGang", Condition::getReason)
        .returns("PodGang llm-0 does not exist yet", Condition::getMessage);
  }

  @Test
  void does_not_take_the_gang_of_a_dead_set_for_its_own() {
    CliqueFixture fixture = new CliqueFixture(3, 2);
    PodCliqueSet dead = new PodCliqueSet();
    dead.setMetadata(new ObjectMetaBuilder().withName("llm").withUid("uid-dead").build());
    fixture.createGang(dead);

    fixture.reconcile();

    assertThat(fixture.actions()).isEmpty();
  }

  @Test
  void does_not_fill_a_gang_that_is_going() {
    CliqueFixture fixture = new CliqueFixture(3, 2);
    fixture.createGang();
    fixture.cluster.change(
        fixture.gang(),
        gang -> {
          gang.getMetadata().setFinalizers(List.of("example.com/hold"));
          return gang;
        });
    fixture.cluster.delete(fixture.gang());

    fixture.reconcile();

    assertThat(fixture.pods()).isEmpty();
  }

  @Test
  void tells_later_creations_but_not_the_first() {
    CliqueFixture fixture = CliqueFixture.running(2, 1);
    fixture.cluster.delete(fixture.pod(1));

    fixture.reconcile();

    assertThat(creations(fixture))
        .extracting(Purpose::successReason)
        .containsExactly(null, null, EventReasons.POD_CREATE_SUCCESSFUL);
  }

  private static List<Purpose> creations(CliqueFixture fixture) {
    return fixture.cluster.journal().stream()
        .map(Answer::action)
        .filter(Action.Create.class::isInstance)
        .map(Action::purpose)
        .toList();
  }

  @Test
  void replaces_a_deleted_pod_at_its_index_under_another_name() {
    CliqueFixture fixture = CliqueFixture.running(3, 2);
    Pod lost = fixture.pod(1);
    fixture.cluster.delete(lost);

    fixture.reconcile();

    assertThat(fixture.liveIndices()).containsExactly(0, 1, 2);
    assertThat(fixture.pod(1).getMetadata().getName()).isNotEqualTo(lost.getMetadata().getName());
    assertThat(fixture.pod(1).getSpec().getHostname()).isEqualTo(lost.getSpec().getHostname());
    assertThat(fixture.references())
        .containsExactlyInAnyOrderElementsOf(
            fixture.pods().filter(PodState::live).map(PodState::name).toList());
  }

  @Test
  void tries_one_create_in_a_namespace_that_is_being_deleted_and_says_why_it_stays_at_that() {
    CliqueFixture fixture = CliqueFixture.running(3, 2);
    fixture.cluster.endNamespace(fixture.clique().getMetadata().getNamespace());
    int before = creations(fixture).size();

    fixture.cluster.delete(fixture.pod(0));
    fixture.cluster.delete(fixture.pod(1));
    Reconcile.Result<PodClique> first = fixture.reconcile();
    fixture.cluster.delete(fixture.pod(2));
    Reconcile.Result<PodClique> second = fixture.reconcile();

    assertThat(creations(fixture)).hasSize(before + 1);
    assertThat(List.of(first.mustRetry(), second.mustRetry())).containsOnly(false);
    assertThat(fixture.status().lastErrors())
        .singleElement()
        .returns(ErrorCodes.CREATE_POD, LastError::code)
        .matches(error -> error.description().contains("is being terminated"));
  }

  @Test
  void deletes_the_pods_of_a_dead_owner_and_then_creates_its_own_without_waiting() {
    CliqueFixture fixture = new CliqueFixture(2, 1);
    fixture.createGang();
    fixture.nodes.bind(fixture.addPod("llm-0-prefill-0-old", 0, CliqueFixture.deadClique()));

    fixture.reconcile();

    assertThat(fixture.actions())
        .startsWith("read PodClique", "delete Pod", "create Pod", "create Pod");
    assertThat(fixture.pods()).hasSize(3);
    assertThat(fixture.status().replicas()).isEqualTo(2);
  }

  @Test
  void creates_nothing_while_a_pod_of_a_dead_owner_cannot_be_deleted() {
    CliqueFixture fixture = new CliqueFixture(2, 1);
    fixture.createGang();
    fixture.addPod("llm-0-prefill-0-old", 0, CliqueFixture.deadClique());
    fixture.cluster.refuse(Action.Delete.class::isInstance, 403, "pods is forbidden");

    Reconcile.Result<PodClique> result = fixture.reconcile();

    assertThat(fixture.pods()).hasSize(1);
    assertThat(result.mustRetry()).isTrue();
    assertThat(fixture.status().lastErrors())
        .extracting(LastError::code)
        .containsExactly(ErrorCodes.DELETE_POD);
  }

  @Test
  void removes_the_finalizer_of_grove_and_leaves_the_pods_to_garbage_collection() {
    CliqueFixture fixture = CliqueFixture.running(2, 1);
    fixture.cluster.change(
        fixture.clique(),
        seen -> {
          PodClique held = new PodClique();
          held.setSpec(seen.getSpec());
          held.setMetadata(
              new ObjectMetaBuilder(seen.getMetadata())
                  .withFinalizers("grove.io/podclique.grove.io")
                  .build());
          return held;
        });
    fixture.cluster.delete(fixture.clique());
    int earlier = fixture.actions().size();

    fixture.reconcile();

    assertThat(fixture.actionsSince(earlier)).containsExactly("patch PodClique");
    assertThat(fixture.cluster.all(PodClique.class)).isEmpty();
    assertThat(fixture.pods()).allMatch(PodState::terminating);
  }

  @Test
  void gives_way_to_a_pod_of_its_name_that_is_still_going() {
    CliqueFixture fixture = new CliqueFixture(1, 1);
    fixture.createGang();
    fixture.reconcile();
    Pod first = fixture.pod(0);
    fixture.nodes.bindAll();
    fixture.cluster.delete(fixture.pod(0));

    fixture.reconcile();

    assertThat(fixture.liveIndices()).containsExactly(0);
    assertThat(fixture.pods()).hasSize(2);
    assertThat(fixture.pod(0).getMetadata().getName()).isNotEqualTo(first.getMetadata().getName());
  }
}
