package dev.coppice.core.reconcile;

import static dev.coppice.core.reconcile.ReconcileFixture.CLOCK;
import static dev.coppice.core.reconcile.ReconcileFixture.PURPOSE;
import static dev.coppice.core.reconcile.ReconcileFixture.START;
import static dev.coppice.core.reconcile.ReconcileFixture.accept;
import static dev.coppice.core.reconcile.ReconcileFixture.creating;
import static dev.coppice.core.reconcile.ReconcileFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What has been read, and how lately, before anything is deleted for it. */
class LookBeforeDeletesTest {

  @Test
  void deletes_nothing_before_the_api_server_has_shown_the_primary() {
    List<Plan> plans = new ArrayList<>();
    Reconcile.Result<ConfigMap> result =
        Reconcile.run(deletesOld(), START, CLOCK, plan -> served(plans, plan, named("p")));

    assertThat(result.end()).isEqualTo(Reconcile.End.SETTLED);
    assertThat(plans)
        .extracting(plan -> plan.actions().getFirst().getClass().getSimpleName())
        .containsExactly("Read", "Delete");
  }

  @Test
  void deletes_nothing_for_a_primary_that_is_gone_or_another_one_by_now() {
    ConfigMap next = new ConfigMapBuilder(named("p")).editMetadata().withUid("2").and().build();
    for (List<HasMetadata> there : List.of(List.<HasMetadata>of(), List.<HasMetadata>of(next))) {
      List<Plan> plans = new ArrayList<>();
      Reconcile.Result<ConfigMap> result =
          Reconcile.run(
              deletesOld(),
              START,
              CLOCK,
              plan -> served(plans, plan, there.toArray(HasMetadata[]::new)));

      assertThat(result.end()).isEqualTo(Reconcile.End.INTERRUPTED);
      assertThat(plans).hasSize(1);
    }
  }

  @Test
  void goes_on_without_deletes_where_the_primary_cannot_be_read() {
    Planner<ConfigMap> planner =
        (snapshot, now) -> {
          Plan.Builder plan = Plan.builder(snapshot.failures());
          plan.add(deleteOld());
          if (!plan.isRoundPlanned() && snapshot.done().isEmpty()) {
            plan.add(new Action.PutStatus(snapshot.primary(), false, PURPOSE));
          }
          return plan.build();
        };
    List<Plan> plans = new ArrayList<>();

    Reconcile.Result<ConfigMap> result =
        Reconcile.run(
            planner,
            START,
            CLOCK,
            plan -> {
              plans.add(plan);
              return plan.actions().getFirst() instanceof Action.Read read
                  ? List.of(new Answer(read, new Outcome.Refused(500, "sorry")))
                  : accept(plan);
            });

    assertThat(plans)
        .extracting(plan -> plan.actions().getFirst().getClass().getSimpleName())
        .containsExactly("Read", "PutStatus");
    assertThat(result.mustRetry()).isTrue();
  }

  @Test
  void deletes_for_a_look_of_two_seconds_and_begins_anew_after_that() {
    for (long pause : List.of(2000L, 2001L)) {
      Reconcile<ConfigMap> reconcile = new Reconcile<>(deletesOld(), START, List.of());
      Plan look = reconcile.next(Instant.EPOCH).orElseThrow();
      reconcile.take(served(new ArrayList<>(), look, named("p")));

      assertThat(reconcile.next(Instant.EPOCH.plusMillis(pause)).stream())
          .flatExtracting(Plan::actions)
          .isEqualTo(pause > 2000 ? List.of() : List.of(deleteOld()));
    }
  }

  @Test
  void a_look_at_the_primary_leaves_what_was_read_for_the_same_deletion() {
    LiveRead pods = new LiveRead.Get(ObjectKey.of(named("pod")));
    Planner<ConfigMap> planner =
        (snapshot, now) -> {
          Plan.Builder plan = Plan.builder(snapshot.failures());
          if (!snapshot.deleted().isEmpty()) {
            return plan.build();
          }
          return plan.add(
                  snapshot.live().contains(pods)
                      ? deleteOld()
                      : new Action.Read(List.of(pods), PURPOSE))
              .build();
        };
    List<Plan> plans = new ArrayList<>();

    Reconcile.run(planner, START, CLOCK, plan -> served(plans, plan, named("p")));

    assertThat(plans)
        .extracting(plan -> plan.actions().getFirst().getClass().getSimpleName())
        .containsExactly("Read", "Read", "Delete");
  }

  @Test
  void what_took_too_long_to_read_is_no_more_asked_for_in_the_same_reconcile() {
    LiveRead pods = new LiveRead.Get(ObjectKey.of(named("pod")));
    Reconcile<ConfigMap> reconcile =
        new Reconcile<>(
            (snapshot, now) ->
                snapshot.live().contains(pods)
                    ? creating("child")
                    : Plan.builder(snapshot.failures())
                        .add(new Action.Read(List.of(pods), PURPOSE))
                        .build(),
            START,
            List.of());
    Plan read = reconcile.next(Instant.EPOCH).orElseThrow();
    reconcile.take(served(new ArrayList<>(), read));

    assertThat(reconcile.next(Instant.EPOCH.plusSeconds(3))).isEmpty();
    assertThat(reconcile.result().end()).isEqualTo(Reconcile.End.INTERRUPTED);
    assertThat(reconcile.result().mustRetry()).isTrue();
  }

  @Test
  void what_an_earlier_reconcile_left_to_be_read_is_as_fresh_as_any_other_look() {
    LiveRead pods = new LiveRead.Get(ObjectKey.of(named("pod")));
    Memory open = new Memory(null, null, null, Unkept.NOTHING, List.of(), Set.of(), true, 1);
    Reconcile<ConfigMap> reconcile =
        new Reconcile<>(
            (snapshot, now) ->
                snapshot.recent().contains(pods)
                    ? creating("child")
                    : Plan.builder(snapshot.failures())
                        .add(new Action.Read(List.of(pods), PURPOSE))
                        .build(),
            Snapshot.of(named("p"), Observed.of(List.of()), open),
            List.of(pods));
    reconcile.take(served(new ArrayList<>(), reconcile.next(Instant.EPOCH).orElseThrow()));

    assertThat(reconcile.next(Instant.EPOCH.plusSeconds(1))).contains(creating("child"));
  }

  private static Planner<ConfigMap> deletesOld() {
    return (snapshot, now) ->
        snapshot.deleted().isEmpty()
            ? Plan.builder(snapshot.failures()).add(deleteOld()).build()
            : Plan.empty();
  }

  private static Action deleteOld() {
    return new Action.Delete(ObjectKey.of(named("old")), "uid", null, PURPOSE);
  }

  private static boolean asksFor(Action.Read read, HasMetadata object) {
    return read.queries().stream().anyMatch(query -> query.key().equals(ObjectKey.of(object)));
  }

  private static List<Answer> served(List<Plan> plans, Plan plan, HasMetadata... there) {
    plans.add(plan);
    return plan.actions().stream()
        .map(action ->
            new Answer(
                action,
                action instanceof Action.Read read
                    ? new Outcome.Found(
                        Stream.of(there).filter(object -> asksFor(read, object)).toList())
                    : new Outcome.Deleted(null)))
        .toList();
  }
}
