package dev.coppice.core.binding;

import static dev.coppice.core.binding.BindingFixture.NOW;
import static dev.coppice.core.binding.BindingFixture.OURS;
import static dev.coppice.core.binding.BindingFixture.WITH_KAI;
import static dev.coppice.core.binding.BindingFixture.after;
import static dev.coppice.core.binding.BindingFixture.binding;
import static dev.coppice.core.binding.BindingFixture.drift;
import static dev.coppice.core.binding.BindingFixture.plan;
import static dev.coppice.core.binding.BindingFixture.same;
import static dev.coppice.core.binding.BindingFixture.snapshot;
import static dev.coppice.core.binding.BindingFixture.topology;
import static dev.coppice.core.binding.BindingFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.ClusterTopologyBindingStatus;
import dev.coppice.api.topology.SchedulerTopologyStatus;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.kai.KaiTopology;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done about the topologies that a binding owns, and what it reports of them. */
class ClusterTopologyBindingPlannerTest {

  @Test
  void a_topology_that_is_not_there_is_made_with_the_keys_in_order() {
    Plan plan = plan(snapshot(binding()));

    assertThat(plan.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Create.class,
            create -> {
              KaiTopology made = (KaiTopology) create.object();
              assertThat(made.getMetadata().getName()).isEqualTo("dc");
              assertThat(made.getMetadata().getOwnerReferences())
                  .containsExactly(Ownership.controllerReference(binding()));
              assertThat(made.getSpec())
                  .isEqualTo(same("dc", "").getSpec())
                  .isNotEqualTo(
                      topology("dc", "", "example.com/rack", "example.com/zone").getSpec());
            });
  }

  @Test
  void what_is_made_is_reported_in_the_same_pass_and_then_nothing_is_left() {
    Plan told = plan(after(snapshot(binding()), new Outcome.Done(same("dc", OURS))));

    ClusterTopologyBindingStatus status = written(told);
    assertThat(status.observedGeneration()).isEqualTo(3);
    assertThat(status.schedulerTopologyStatuses())
        .containsExactly(new SchedulerTopologyStatus("kai-scheduler", "dc", true, null, null));
    assertThat(drift(status))
        .returns("False", Condition::getStatus)
        .returns("InSync", Condition::getReason)
        .returns("1 of 1 scheduler in sync", Condition::getMessage)
        .returns(3L, Condition::getObservedGeneration);
    assertThat(told.events())
        .containsExactly(new PlannedEvent(false, "TopologyInSync", "1 of 1 scheduler in sync"));

    assertThat(plan(snapshot(binding().withStatus(status), same("dc", OURS))))
        .isEqualTo(Plan.empty());
  }

  @Test
  void a_status_that_nobody_waits_for_carries_all_that_comes_within_a_moment() {
    Plan plan =
        new ClusterTopologyBindingPlanner(WITH_KAI)
            .plan(Snapshot.of(binding(), Observed.of(List.of(same("dc", OURS)))), NOW);

    assertThat(plan.isEmpty()).isTrue();
    assertThat(plan.requeueAt()).isEqualTo(NOW.plus(StatusWrite.INTERVAL));
  }

  private static Snapshot<ClusterTopologyBinding> tried(KaiTopology there) {
    return after(snapshot(binding(), there), new Outcome.Found(List.of()));
  }

  @Test
  void one_with_other_levels_stays_until_it_is_known_that_the_next_one_is_taken() {
    Snapshot<ClusterTopologyBinding> before = snapshot(binding(), topology("dc", OURS, "other"));

    assertThat(plan(before).actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Read.class,
            read ->
                assertThat(read.queries())
                    .singleElement()
                    .isInstanceOfSatisfying(
                        LiveRead.Trial.class,
                        trial -> {
                          KaiTopology next = (KaiTopology) trial.object();
                          assertThat(next.getMetadata().getName()).isEqualTo("dc-trial");
                          assertThat(next.getSpec()).isEqualTo(same("dc", "").getSpec());
                        }));
    assertThat(
            written(plan(after(before, new Outcome.Refused(422, "levels: no duplicates"))))
                .schedulerTopologyStatuses())
        .extracting(SchedulerTopologyStatus::message)
        .containsExactly(
            "Topology dc has the levels [other] in place of [example.com/zone, example.com/rack],"
                + " and cannot be replaced: levels: no duplicates");
  }

  @Test
  void one_with_other_levels_goes_as_it_was_seen_and_is_made_again() {
    Snapshot<ClusterTopologyBinding> before =
        tried(topology("dc", OURS, "example.com/rack", "example.com/zone"));

    assertThat(plan(before).actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Delete.class,
            delete -> {
              assertThat(delete.target()).isEqualTo(ObjectKey.of(same("dc", "")));
              assertThat(delete.uid()).isEqualTo("t");
            });
    assertThat(plan(after(before, new Outcome.Deleted(null))).actions())
        .singleElement()
        .isInstanceOf(Action.Create.class);
  }

  @Test
  void one_that_is_kept_while_it_is_deleted_is_waited_for() {
    KaiTopology kept =
        topology("dc", OURS + ", deletionTimestamp: '2026-11-26T12:00:00Z'", "other");
    Plan plan = plan(after(tried(topology("dc", OURS, "other")), new Outcome.Deleted(kept)));

    assertThat(written(plan).schedulerTopologyStatuses())
        .containsExactly(
            new SchedulerTopologyStatus(
                "kai-scheduler",
                "dc",
                false,
                null,
                "Topology dc is being deleted, and is made again when it is gone"));
    assertThat(written(plan).observedGeneration()).isNull();
  }

  @Test
  void one_of_a_binding_of_the_name_that_is_gone_is_left_to_garbage_collection() {
    Plan plan = plan(snapshot(binding(), same("dc", OURS.replace("uid: ct", "uid: dead"))));

    assertThat(written(plan).schedulerTopologyStatuses())
        .extracting(SchedulerTopologyStatus::message)
        .containsExactly("Topology dc is being deleted, and is made again when it is gone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labels: {}                                                                             | nobody owns it
          ownerReferences: [{kind: Stack, name: gpu, uid: s, controller: true}]                  | belongs to Stack gpu
          ownerReferences: [{kind: Stack, name: gpu, uid: s}]                                    | belongs to Stack gpu
          ownerReferences: [{kind: ClusterTopologyBinding, name: b, uid: b, controller: true}]   | belongs to ClusterTopologyBinding b
          """)
  void one_of_somebody_else_is_never_touched_even_if_it_is_the_same(String metadata, String whose) {
    for (KaiTopology there : List.of(same("dc", metadata), topology("dc", metadata, "other"))) {
      Plan plan = plan(snapshot(binding(), there));

      ClusterTopologyBindingStatus status = written(plan);
      String message =
          "Topology dc exists and %s, so it is left as it is: delete it, or name it in spec.schedulerTopologyBindings"
              .formatted(whose);
      assertThat(status.schedulerTopologyStatuses())
          .containsExactly(
              new SchedulerTopologyStatus("kai-scheduler", "dc", false, null, message));
      assertThat(status.observedGeneration()).isNull();
      assertThat(drift(status))
          .returns("True", Condition::getStatus)
          .returns("Drift", Condition::getReason)
          .returns("0 of 1 scheduler in sync; kai-scheduler: " + message, Condition::getMessage);
      assertThat(plan.events())
          .containsExactly(
              new PlannedEvent(true, "TopologyDriftDetected", drift(status).getMessage()));
    }
  }

  @Test
  void a_refusal_is_told_and_not_repeated_in_this_pass() {
    Plan plan = plan(after(snapshot(binding()), new Outcome.Refused(403, "no right to do that")));

    assertThat(written(plan).schedulerTopologyStatuses())
        .extracting(SchedulerTopologyStatus::message)
        .containsExactly("Topology dc cannot be created: no right to do that");
    assertThat(written(plan).observedGeneration()).isNull();
  }

  @Test
  void one_that_cannot_be_deleted_is_told_with_its_levels() {
    Plan plan =
        plan(after(tried(topology("dc", OURS, "other")), new Outcome.Refused(500, "etcd is away")));

    assertThat(written(plan).schedulerTopologyStatuses())
        .extracting(SchedulerTopologyStatus::message)
        .containsExactly(
            "Topology dc has the levels [other] in place of [example.com/zone, example.com/rack],"
                + " and cannot be replaced: etcd is away");
  }

  @Test
  void levels_that_a_policy_rewrites_are_not_replaced_for_ever() {
    Plan plan =
        plan(
            after(
                snapshot(binding()),
                new Outcome.Done(topology("dc", OURS, "example.com/zone", "other"))));

    assertThat(written(plan).schedulerTopologyStatuses())
        .extracting(SchedulerTopologyStatus::message)
        .containsExactly(
            "Topology: /spec/levels/1/nodeLabel was set to \"example.com/rack\" and has become"
                + " \"other\"");
  }

  @Test
  void one_that_somebody_else_made_meanwhile_is_told_by_its_owner() {
    Plan plan =
        plan(
            after(
                snapshot(binding()),
                new Outcome.AlreadyExists(
                    same(
                        "dc",
                        "ownerReferences: [{kind: Stack, name: gpu, uid: s, controller: true}]"))));

    assertThat(written(plan).schedulerTopologyStatuses())
        .extracting(SchedulerTopologyStatus::message)
        .containsExactly(
            "Topology dc cannot be created: Topology dc exists and belongs to Stack gpu");
  }

  @Test
  void the_generation_stays_where_it_was_while_something_is_left_to_do() {
    ClusterTopologyBinding binding =
        binding()
            .withStatus(
                TestYaml.read("{observedGeneration: 2}", ClusterTopologyBindingStatus.class));

    assertThat(written(plan(snapshot(binding, same("dc", "labels: {}")))).observedGeneration())
        .isEqualTo(2);
  }

  @Test
  void nothing_is_done_about_one_that_is_being_deleted() {
    ClusterTopologyBinding going =
        binding(", deletionTimestamp: '2026-11-26T12:00:00Z', finalizers: [example.com/hold]", "");

    assertThat(plan(snapshot(going))).isEqualTo(Plan.empty());
  }

  @Test
  void a_topology_that_cannot_be_read_is_left_as_it_is() {
    KaiTopology broken = topology("dc", OURS, "example.com/other");
    broken.setSpec(null);
    new Unreadable("spec.levels", "a string, not a list").mark(broken);

    Plan plan = plan(snapshot(binding(), broken));

    assertThat(drift(written(plan)))
        .returns("Unknown", Condition::getStatus)
        .returns("Unreadable", Condition::getReason)
        .returns(
            "0 of 1 scheduler in sync; kai-scheduler: Topology dc cannot be read, so it is left as it is",
            Condition::getMessage);
  }

  @Test
  void a_binding_that_cannot_be_read_says_so_and_leaves_its_topologies_as_they_are() {
    ClusterTopologyBinding broken = new ClusterTopologyBinding();
    broken.setMetadata(new ObjectMetaBuilder(binding().getMetadata()).build());
    new Unreadable("spec.levels", "a string, not a list").mark(broken);

    Plan plan = plan(snapshot(broken, topology("dc", OURS, "example.com/other")));

    assertThat(plan.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch -> {
              assertThat(patch.subresource()).isEqualTo("status");
              assertThat(patch.operations().at("/2/value/conditions/0/reason").asText())
                  .isEqualTo("Unreadable");
            });
  }
}
