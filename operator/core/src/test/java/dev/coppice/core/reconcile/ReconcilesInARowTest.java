package dev.coppice.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What one reconcile leaves to the next. */
class ReconcilesInARowTest {

  private static final Instant NOW = Instant.EPOCH;
  private static final Purpose PURPOSE = Purpose.unannounced("ERR", "created", "ConfigMap");
  private static final Outcome LOST = new Outcome.Unknown("no answer");
  private static final List<LiveRead> CHILDREN =
      List.of(new LiveRead.ListOf(Pod.class, "ns", Map.of("of", "p")));

  private final List<Action> made = new ArrayList<>();

  private Reconcile.Result<ConfigMap> reconcile(
      Memory memory, List<LiveRead> recheck, Function<Action, Outcome> answers) {
    Planner<ConfigMap> wantsAChild =
        (snapshot, now) ->
            snapshot.observed().all(ConfigMap.class).findAny().isPresent()
                ? Plan.empty()
                : Plan.builder(snapshot.failures())
                    .add(new Action.Create(named("child"), PURPOSE))
                    .requeueAt(now.plusSeconds(1))
                    .build();
    Reconcile<ConfigMap> reconcile =
        new Reconcile<>(
            wantsAChild, Snapshot.of(named("p"), Observed.of(List.of()), memory), recheck);
    for (Optional<Plan> plan = reconcile.next(NOW); plan.isPresent(); plan = reconcile.next(NOW)) {
      made.addAll(plan.get().actions());
      reconcile.take(
          plan.get().actions().stream().map(a -> new Answer(a, answers.apply(a))).toList());
    }
    return reconcile.result();
  }

  private static Outcome obeyed(Action action) {
    return action instanceof Action.Create create
        ? new Outcome.Done(create.object())
        : new Outcome.Found(List.of());
  }

  @Test
  void a_create_of_unknown_outcome_has_the_next_reconcile_read_before_it_decides() {
    Memory memory = reconcile(Memory.none(), CHILDREN, _ -> LOST).memory();
    made.clear();

    Reconcile.Result<ConfigMap> next = reconcile(memory, CHILDREN, ReconcilesInARowTest::obeyed);

    assertThat(memory.openCreate()).isTrue();
    assertThat(made)
        .extracting(a -> a.getClass().getSimpleName())
        .containsExactly("Read", "Create");
    assertThat(next.rounds()).isEqualTo(1);
    assertThat(next.memory()).isEqualTo(Memory.none());
  }

  @Test
  void nothing_is_decided_while_that_read_fails() {
    Memory memory = reconcile(Memory.none(), CHILDREN, _ -> LOST).memory();
    made.clear();

    Reconcile.Result<ConfigMap> next =
        reconcile(memory, CHILDREN, _ -> new Outcome.Refused(500, "etcd"));

    assertThat(made).hasOnlyElementsOfType(Action.Read.class).hasSize(1);
    assertThat(next.end()).isEqualTo(Reconcile.End.BLIND);
    assertThat(next.memory().openCreate()).isTrue();
    assertThat(next.requeueAt(NOW)).contains(NOW.plusMillis(100));
  }

  @Test
  void nothing_is_read_where_the_names_make_a_second_create_harmless() {
    Memory memory = reconcile(Memory.none(), List.of(), _ -> LOST).memory();
    made.clear();

    reconcile(memory, List.of(), ReconcilesInARowTest::obeyed);

    assertThat(made).hasOnlyElementsOfType(Action.Create.class).hasSize(1);
  }

  @Test
  void patience_doubles_from_try_to_try_and_is_forgotten_with_the_first_success() {
    List<Instant> next = new ArrayList<>();
    Memory memory = Memory.none();
    for (int i = 0; i < 4; i++) {
      Reconcile.Result<ConfigMap> result =
          reconcile(memory, List.of(), _ -> new Outcome.Refused(500, "etcd"));
      next.add(result.requeueAt(NOW).orElseThrow());
      memory = result.memory();
    }

    assertThat(next)
        .containsExactly(
            NOW.plusMillis(50), NOW.plusMillis(100), NOW.plusMillis(200), NOW.plusMillis(400));
    assertThat(reconcile(memory, List.of(), ReconcilesInARowTest::obeyed).memory())
        .isEqualTo(Memory.none());
  }

  @Test
  void an_instant_that_comes_before_the_next_try_is_not_slept_through() {
    Memory tried = Memory.none();
    for (int i = 0; i < 10; i++) {
      tried = tried.afterNothing(false);
    }

    Reconcile.Result<ConfigMap> result =
        reconcile(tried, List.of(), _ -> new Outcome.Refused(500, "etcd"));

    assertThat(result.requeueAt(NOW)).contains(NOW.plusSeconds(1));
  }

  @Test
  void what_events_have_told_is_told_no_more_until_it_has_succeeded() {
    Memory refused =
        reconcile(Memory.none(), List.of(), _ -> new Outcome.Refused(500, "etcd")).memory();
    Memory cutShort = reconcile(refused, List.of(), _ -> new Outcome.Conflict()).memory();

    assertThat(refused.inEvents()).hasSize(1);
    assertThat(cutShort.inEvents()).isEqualTo(refused.inEvents());
  }

  private static ConfigMap named(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid("u-" + name)
        .endMetadata()
        .build();
  }
}
