package dev.coppice.core.reconcile;

import static dev.coppice.core.reconcile.ReconcileFixture.CLOCK;
import static dev.coppice.core.reconcile.ReconcileFixture.PURPOSE;
import static dev.coppice.core.reconcile.ReconcileFixture.START;
import static dev.coppice.core.reconcile.ReconcileFixture.accept;
import static dev.coppice.core.reconcile.ReconcileFixture.creating;
import static dev.coppice.core.reconcile.ReconcileFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ErrorCodes;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.schema.SchemaGaps;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReconcileTest {

  @Test
  void repeats_until_the_plan_is_empty() {
    Planner<ConfigMap> twoChildren =
        (snapshot, now) -> {
          long children = snapshot.observed().all(ConfigMap.class).count();
          return children == 2 ? requeueAt(now) : creating("child-" + children);
        };

    Reconcile.Result<ConfigMap> result =
        Reconcile.run(twoChildren, START, CLOCK, ReconcileFixture::accept);

    assertThat(result.end()).isEqualTo(Reconcile.End.SETTLED);
    assertThat(result.rounds()).isEqualTo(2);
    assertThat(result.requeueAt()).isEqualTo(Instant.EPOCH);
    assertThat(result.mustRetry()).isFalse();
  }

  @Test
  void gives_up_on_a_planner_that_never_rests() {
    Planner<ConfigMap> restless = (snapshot, now) -> creating("again");

    Reconcile.Result<ConfigMap> result =
        Reconcile.run(restless, START, CLOCK, ReconcileFixture::accept);

    assertThat(result.end()).isEqualTo(Reconcile.End.UNSETTLED);
    assertThat(result.rounds()).isEqualTo(Reconcile.MAX_ROUNDS);
  }

  @Test
  void stops_when_an_answer_shows_that_the_view_was_stale() {
    Planner<ConfigMap> restless = (snapshot, now) -> creating("again");

    Reconcile.Result<ConfigMap> result =
        Reconcile.run(
            restless,
            START,
            CLOCK,
            plan -> List.of(new Answer(plan.actions().getFirst(), new Outcome.Conflict())));

    assertThat(result.end()).isEqualTo(Reconcile.End.INTERRUPTED);
    assertThat(result.rounds()).isEqualTo(1);
    assertThat(result.mustRetry()).isTrue();
  }

  @Test
  void leaves_what_is_only_told_to_a_reconcile_that_sees_more_and_remembers_since_when() {
    Reconcile<ConfigMap> reconcile =
        new Reconcile<>((snapshot, now) -> telling(snapshot), START, List.of());
    Plan plan = reconcile.next(Instant.EPOCH).orElseThrow();

    assertThat(reconcile.canPutOff(plan)).isTrue();
    reconcile.putOff();

    assertThat(reconcile.next(Instant.EPOCH)).isEmpty();
    Reconcile.Result<ConfigMap> result = reconcile.result();
    assertThat(result.end()).isEqualTo(Reconcile.End.PUT_OFF);
    assertThat(result.mustRetry()).isFalse();
    assertThat(result.memory().statusPendingSince()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void tells_of_what_was_refused_before_it_is_forgotten() {
    Reconcile<ConfigMap> reconcile =
        new Reconcile<>(
            (snapshot, now) ->
                snapshot.failures().isEmpty() ? creating("child") : telling(snapshot),
            START,
            List.of());
    Plan first = reconcile.next(Instant.EPOCH).orElseThrow();
    reconcile.take(
        List.of(new Answer(first.actions().getFirst(), new Outcome.Refused(500, "sorry"))));

    assertThat(reconcile.canPutOff(reconcile.next(Instant.EPOCH).orElseThrow())).isFalse();
  }

  @Test
  void puts_off_nothing_that_is_made_or_that_later_rounds_act_on() {
    Reconcile<ConfigMap> reconcile =
        new Reconcile<>((snapshot, now) -> Plan.empty(), START, List.of());
    Plan intent =
        Plan.builder(START.failures())
            .add(new Action.PutStatus(START.primary(), true, PURPOSE))
            .build();

    assertThat(reconcile.canPutOff(intent)).isFalse();
    assertThat(reconcile.canPutOff(creating("child"))).isFalse();
    assertThat(reconcile.canPutOff(Plan.empty())).isFalse();
  }

  private static Plan telling(Snapshot<ConfigMap> snapshot) {
    return Plan.builder(snapshot.failures())
        .add(new Action.PutStatus(snapshot.primary(), false, PURPOSE))
        .build();
  }

  @Test
  void plans_a_refused_action_no_more_and_asks_for_a_retry() {
    Planner<ConfigMap> stubborn =
        (snapshot, now) ->
            Plan.builder(snapshot.failures())
                .add(new Action.Create(named("child"), PURPOSE))
                .build();

    Reconcile.Result<ConfigMap> result =
        Reconcile.run(
            stubborn,
            START,
            CLOCK,
            plan ->
                List.of(new Answer(plan.actions().getFirst(), new Outcome.Refused(500, "sorry"))));

    assertThat(result.end()).isEqualTo(Reconcile.End.SETTLED);
    assertThat(result.rounds()).isEqualTo(1);
    assertThat(result.mustRetry()).isTrue();
  }

  @Test
  void writes_the_status_of_a_reconcile_that_never_rests_with_the_reason() {
    Planner<ConfigMap> restless =
        (snapshot, now) -> {
          Plan.Builder plan = Plan.builder(snapshot.failures());
          plan.add(new Action.Create(named("again"), PURPOSE));
          if (!plan.isRoundPlanned()) {
            plan.add(new Action.PutStatus(snapshot.primary(), false, PURPOSE));
          }
          return plan.build();
        };
    List<Plan> plans = new ArrayList<>();

    Reconcile.Result<ConfigMap> result =
        Reconcile.run(
            restless,
            START,
            CLOCK,
            plan -> {
              plans.add(plan);
              return accept(plan);
            });

    assertThat(result.end()).isEqualTo(Reconcile.End.UNSETTLED);
    assertThat(result.mustRetry()).isTrue();
    assertThat(plans).hasSize(Reconcile.MAX_ROUNDS + 1);
    assertThat(plans.getLast().actions()).hasOnlyElementsOfType(Action.PutStatus.class);
    assertThat(result.last().failures().reasons())
        .containsExactly(
            new Failures.Failure(
                ErrorCodes.NOT_SETTLED,
                "no rest after 24 rounds; still planned: Create ConfigMap"));
  }

  @Test
  void writes_a_value_that_is_rewritten_once() {
    List<Plan> plans = new ArrayList<>();
    Memory memory = Memory.none();

    for (int reconcile = 0; reconcile < 3; reconcile++) {
      Reconcile.Result<ConfigMap> result =
          reconcileOfFixer(labelled("theirs"), memory, SchemaGaps.NONE, plans);
      assertThat(plans).hasSize(1);
      assertThat(result.requeueAt()).isNull();
      assertThat(result.mustRetry()).isFalse();
      assertThat(result.last().failures().reasons())
          .containsExactly(
              new Failures.Failure(
                  ErrorCodes.VALUE_REWRITTEN,
                  "ConfigMap: /metadata/labels/l was set to \"ours\" and has become \"theirs\""));
      memory = result.memory();
    }
  }

  @Test
  void writes_a_value_that_is_rewritten_again_when_the_object_or_a_schema_has_changed() {
    List<Plan> plans = new ArrayList<>();
    Memory memory =
        reconcileOfFixer(labelled("theirs"), Memory.none(), SchemaGaps.NONE, plans).memory();
    ConfigMap changed = labelled("theirs");
    changed.getMetadata().setGeneration(2L);

    reconcileOfFixer(changed, memory, SchemaGaps.NONE, plans);
    assertThat(plans).hasSize(2);
    reconcileOfFixer(labelled("theirs"), memory, new SchemaGaps("another", new TreeMap<>()), plans);
    assertThat(plans).hasSize(3);
  }

  @Test
  void forgets_a_rewritten_value_that_stands_there_at_last() {
    Memory memory =
        reconcileOfFixer(labelled("theirs"), Memory.none(), SchemaGaps.NONE, new ArrayList<>())
            .memory();

    Reconcile.Result<ConfigMap> result =
        reconcileOfFixer(labelled("ours"), memory, SchemaGaps.NONE, new ArrayList<>());

    assertThat(memory.unkept().values()).hasSize(1);
    assertThat(result.memory()).isEqualTo(Memory.none());
    assertThat(result.last().failures().reasons()).isEmpty();
  }

  private static Reconcile.Result<ConfigMap> reconcileOfFixer(
      ConfigMap map, Memory memory, SchemaGaps schemas, List<Plan> plans) {
    return Reconcile.run(
        ReconcileTest::fix,
        Snapshot.of(map, Observed.of(List.of()), memory, schemas),
        CLOCK,
        plan -> {
          plans.add(plan);
          return answered(plan, "theirs");
        });
  }

  private static Plan fix(Snapshot<ConfigMap> snapshot, Instant now) {
    ConfigMap map = snapshot.primary();
    JsonPatch patch =
        JsonPatch.create()
            .sync("/metadata/labels/l", map.getMetadata().getLabels().get("l"), "ours");
    return patch.isEmpty()
        ? Plan.empty()
        : Plan.builder(snapshot)
            .add(new Action.Patch(ObjectKey.of(map), "u", patch.operations(), null, PURPOSE))
            .build();
  }

  private static List<Answer> answered(Plan plan, String value) {
    return plan.actions().stream()
        .map(action -> new Answer(action, new Outcome.Done(labelled(value))))
        .toList();
  }

  private static ConfigMap labelled(String value) {
    return new ConfigMapBuilder(named("p"))
        .editMetadata()
        .addToLabels("l", value)
        .endMetadata()
        .build();
  }

  @Test
  void asks_for_no_retry_of_creates_in_a_namespace_that_is_being_deleted() {
    Reconcile.Result<ConfigMap> first =
        Reconcile.run(wantsOneChild(), START, CLOCK, ReconcileTest::namespaceEnds);
    Snapshot<ConfigMap> next = Snapshot.of(named("p"), Observed.of(List.of()), first.memory());
    Reconcile.Result<ConfigMap> second =
        Reconcile.run(wantsOneChild(), next, CLOCK, ReconcileFixture::accept);

    assertThat(first.mustRetry()).isFalse();
    assertThat(second.rounds()).isZero();
    assertThat(second.mustRetry()).isFalse();
    assertThat(second.memory()).isEqualTo(first.memory());
  }

  @Test
  void asks_for_a_retry_of_what_else_was_refused_in_a_namespace_that_is_being_deleted() {
    Planner<ConfigMap> cleaning =
        (snapshot, now) ->
            Plan.builder(snapshot.failures())
                .add(new Action.Create(named("child"), PURPOSE))
                .add(new Action.Delete(ObjectKey.of(named("old")), "uid", null, PURPOSE))
                .build();

    Reconcile.Result<ConfigMap> result =
        Reconcile.run(
            cleaning,
            START,
            CLOCK,
            plan ->
                List.of(
                    namespaceEnds(plan).getFirst(),
                    new Answer(plan.actions().getLast(), new Outcome.Refused(500, "sorry"))));

    assertThat(result.mustRetry()).isTrue();
  }

  private static Planner<ConfigMap> wantsOneChild() {
    return (snapshot, now) ->
        Plan.builder(snapshot.failures()).add(new Action.Create(named("child"), PURPOSE)).build();
  }

  private static List<Answer> namespaceEnds(Plan plan) {
    return List.of(
        new Answer(plan.actions().getFirst(), new Outcome.NamespaceTerminating("it ends")));
  }

  private static Plan requeueAt(Instant instant) {
    return Plan.builder(Failures.none()).requeueAt(instant).build();
  }
}
