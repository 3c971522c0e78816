package dev.coppice.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassTest {

  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final Purpose PURPOSE = Purpose.unannounced("ERR", "created", "ConfigMap");
  private final Snapshot<ConfigMap> start = Snapshot.of(named("p"), Observed.of(List.of()));

  @Test
  void repeats_until_the_plan_is_empty() {
    Planner<ConfigMap> twoChildren =
        (snapshot, now) -> {
          long children = snapshot.observed().all(ConfigMap.class).count();
          return children == 2 ? lookAt(now) : creating("child-" + children);
        };

    Pass.Result<ConfigMap> result = Pass.run(twoChildren, start, CLOCK, PassTest::accept);

    assertThat(result.end()).isEqualTo(Pass.End.SETTLED);
    assertThat(result.rounds()).isEqualTo(2);
    assertThat(result.nextLook()).isEqualTo(Instant.EPOCH);
    assertThat(result.mustRetry()).isFalse();
  }

  @Test
  void gives_up_on_a_planner_that_never_rests() {
    Planner<ConfigMap> restless = (snapshot, now) -> creating("again");

    Pass.Result<ConfigMap> result = Pass.run(restless, start, CLOCK, PassTest::accept);

    assertThat(result.end()).isEqualTo(Pass.End.UNSETTLED);
    assertThat(result.rounds()).isEqualTo(Pass.MAX_ROUNDS);
  }

  @Test
  void stops_when_an_answer_shows_that_the_view_was_stale() {
    Planner<ConfigMap> restless = (snapshot, now) -> creating("again");

    Pass.Result<ConfigMap> result =
        Pass.run(
            restless,
            start,
            CLOCK,
            plan -> List.of(new Answer(plan.actions().getFirst(), new Outcome.Conflict())));

    assertThat(result.end()).isEqualTo(Pass.End.INTERRUPTED);
    assertThat(result.rounds()).isEqualTo(1);
    assertThat(result.mustRetry()).isTrue();
  }

  @Test
  void plans_a_refused_action_no_more_and_asks_for_a_retry() {
    Planner<ConfigMap> stubborn =
        (snapshot, now) ->
            Plan.builder(snapshot.refusals())
                .add(new Action.Create(named("child"), PURPOSE))
                .build();

    Pass.Result<ConfigMap> result =
        Pass.run(
            stubborn,
            start,
            CLOCK,
            plan ->
                List.of(new Answer(plan.actions().getFirst(), new Outcome.Refused(500, "sorry"))));

    assertThat(result.end()).isEqualTo(Pass.End.SETTLED);
    assertThat(result.rounds()).isEqualTo(1);
    assertThat(result.mustRetry()).isTrue();
  }

  private static List<Answer> accept(Plan plan) {
    return plan.actions().stream()
        .map(action -> new Answer(action, new Outcome.Done(named(action.target().name()))))
        .toList();
  }

  private static Plan lookAt(Instant instant) {
    return Plan.builder(Refusals.none()).lookAt(instant).build();
  }

  private static Plan creating(String name) {
    return Plan.builder(Refusals.none()).add(new Action.Create(named(name), PURPOSE)).build();
  }

  private static ConfigMap named(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName(name)
        .endMetadata()
        .build();
  }
}
