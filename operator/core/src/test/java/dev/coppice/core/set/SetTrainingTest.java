package dev.coppice.core.set;

import static dev.coppice.core.set.TrainingFixture.NOW;
import static dev.coppice.core.set.TrainingFixture.SUCCEEDED;
import static dev.coppice.core.set.TrainingFixture.afterReading;
import static dev.coppice.core.set.TrainingFixture.all;
import static dev.coppice.core.set.TrainingFixture.breach;
import static dev.coppice.core.set.TrainingFixture.clique;
import static dev.coppice.core.set.TrainingFixture.failed;
import static dev.coppice.core.set.TrainingFixture.plan;
import static dev.coppice.core.set.TrainingFixture.released;
import static dev.coppice.core.set.TrainingFixture.running;
import static dev.coppice.core.set.TrainingFixture.set;
import static dev.coppice.core.set.TrainingFixture.snapshot;
import static dev.coppice.core.set.TrainingFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.AttemptFailure;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.ReleasedPodClique;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Step;
import dev.coppice.core.reconcile.Trial;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.trial.TrialPods;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetTrainingTest {

  private static final Step<SetView> ADVANCE = SetTraining::advance;

  private static final String WELL = "activePods: 1, readyReplicas: 1, runningReplicas: 1";
  private static final PodClique A0 = running(0, "a", WELL);
  private static final PodClique B0 = running(0, "b", WELL);
  private static final PodClique A1 = running(1, "a", WELL);
  private static final PodClique B1 = running(1, "b", WELL);

  private static Plan advance(Snapshot<PodCliqueSet> snapshot) {
    return plan(ADVANCE, snapshot);
  }

  private static PodCliqueSet two(String training) {
    return set(training, released());
  }

  private static ReplicaAttempt of(PodCliqueSetStatus status, int replica) {
    return status.replicaAttempts().stream()
        .filter(attempt -> attempt.replicaIndex() == replica)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void lets_a_replica_begin_when_all_its_podcliques_are_ready_for_it() {
    PodCliqueSetStatus status =
        written(advance(snapshot(set("", ""), all(0, "false", "attempt: 0, attemptRun: 'false'"))));

    assertThat(of(status, 1).podCliques())
        .containsExactly(
            new ReleasedPodClique("x-1-a", "x-1-a"), new ReleasedPodClique("x-1-b", "x-1-b"));
    assertThat(status.replicaAttempts()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "'attempt: 0, attemptRun: \"false\", activePods: 1'",
    "'attempt: 1, attemptRun: \"false\"'",
    "'attempt: 0, attemptRun: \"true\"'",
    "'attemptRun: \"false\"'",
    "'readyReplicas: 1'"
  })
  void holds_a_replica_while_one_of_them_is_not(String status) {
    Plan plan =
        advance(
            snapshot(
                set("", ""),
                clique(0, "a", 0, "false", status),
                clique(0, "b", 0, "false", "attempt: 0, attemptRun: 'false'")));

    assertThat(plan.isEmpty()).isTrue();
  }

  @Test
  void holds_a_replica_while_a_podclique_is_missing_and_not_for_pods_that_nobody_will_end() {
    PodClique stuck =
        clique(0, "a", 0, "false", "attempt: 0, attemptRun: 'false', activePods: 2, stuckPods: 2");
    PodClique other = clique(0, "b", 0, "false", "attempt: 0, attemptRun: 'false'");

    assertThat(advance(snapshot(set("", ""), stuck)).isEmpty()).isTrue();
    assertThat(written(advance(snapshot(set("", ""), stuck, other))).replicaAttempts())
        .singleElement()
        .returns(0, ReplicaAttempt::replicaIndex);
  }

  /** What runs is not given up for pods that the API server does not take. */
  @Test
  void tries_the_pods_of_a_restart_before_anything_is_recorded() {
    TrialPods pods = new TrialPods(SchedulerBackends.standard(), PodSettings.DEFAULTS);
    Snapshot<PodCliqueSet> failed =
        snapshot(two("maxRestarts: 2"), running(0, "a", failed("p")), B0, A1, B1);

    Plan trial = plan(ADVANCE, failed, pods);
    assertThat(trial.actions()).hasSize(2).allMatch(Action.Try.class::isInstance);

    Snapshot<PodCliqueSet> refused =
        failed.with(answers(trial, new Trial.Refused("no", List.of())));
    assertThat(plan(ADVANCE, refused, pods).isEmpty()).isTrue();
    assertThat(refused.failures().reasons())
        .extracting(failure -> failure.description())
        .contains("spec.template.cliques[0].spec.podSpec: no");

    Snapshot<PodCliqueSet> taken = failed.with(answers(trial, new Trial.Accepted()));
    assertThat(of(written(plan(ADVANCE, taken, pods)), 0).attempt()).isEqualTo(1);
  }

  private static List<Answer> answers(Plan plan, Trial trial) {
    return plan.actions().stream()
        .map(action -> new Answer(action, new Outcome.Tried(trial)))
        .toList();
  }

  @Test
  void records_a_restart_with_what_is_left_to_read_before_anything_goes() {
    Plan plan = advance(snapshot(two("maxRestarts: 2"), running(0, "a", failed("p")), B0, A1, B1));

    PodCliqueSetStatus status = written(plan);
    assertThat(status.restartCount()).isEqualTo(1);
    assertThat(of(status, 0)).isEqualTo(new ReplicaAttempt(0, 1, List.of(), false));
    assertThat(of(status, 1).attempt()).isZero();
    assertThat(status.lastFailures())
        .singleElement()
        .returns("p", AttemptFailure::pod)
        .returns(0, AttemptFailure::attempt)
        .returns(3, AttemptFailure::exitCode);
    assertThat(plan.events())
        .extracting(PlannedEvent::message)
        .containsExactly("PodClique x-0-a: pod p failed: exit code 3", "replica 0: restart 1 of 2");
  }

  @Test
  void takes_failures_of_one_replica_for_one_restart_and_those_of_two_for_two() {
    PodCliqueSetStatus one =
        written(
            advance(
                snapshot(
                    two("maxRestarts: 5"),
                    running(0, "a", failed("p")),
                    running(0, "b", failed("q")),
                    A1,
                    B1)));
    PodCliqueSetStatus two =
        written(
            advance(
                snapshot(
                    two("maxRestarts: 5"),
                    running(0, "a", failed("p")),
                    B0,
                    running(1, "a", failed("q")),
                    B1)));

    assertThat(one.restartCount()).isEqualTo(1);
    assertThat(two.restartCount()).isEqualTo(2);
    assertThat(two.replicaAttempts()).allMatch(attempt -> attempt.attempt() == 1);
  }

  @Test
  void restarts_what_it_may_and_fails_with_the_next_look() {
    PodClique[] failing = {running(0, "a", failed("p")), B0, running(1, "a", failed("q")), B1};
    PodCliqueSetStatus first = written(advance(snapshot(two("maxRestarts: 1"), failing)));

    PodCliqueSetStatus second =
        written(advance(snapshot(two("maxRestarts: 1").withStatus(first), failing)));

    assertThat(first.restartCount()).isEqualTo(1);
    assertThat(Conditions.isTrue(first.conditions(), ConditionTypes.FAILURE_TARGET)).isFalse();
    assertThat(Conditions.find(second.conditions(), ConditionTypes.FAILURE_TARGET))
        .hasValueSatisfying(target -> {
          assertThat(target.getReason()).isEqualTo("MaxRestartsExceeded");
          assertThat(target.getMessage())
              .contains("replica 1 failed after 1 of 1 restart", "x-1-a");
        });
    assertThat(second.restartCount()).isEqualTo(1);
    assertThat(second.phase()).isNotEqualTo(PodCliqueSetPhase.FAILED);
  }

  @Test
  void does_not_believe_a_count_that_may_be_older_than_the_pods() {
    Snapshot<PodCliqueSet> opinion =
        snapshot(
            two("maxRestarts: 1"),
            running(0, "a", "availableInAttempt: true, " + breach("InsufficientReadyPods")),
            B0,
            A1,
            B1);

    assertThat(advance(opinion).actions()).singleElement().isInstanceOf(Action.Read.class);
    PodCliqueSetStatus alone = written(advance(afterReading(ADVANCE, opinion)));
    assertThat(alone.restartCount()).isEqualTo(1);
    Plan refuted =
        advance(
            afterReading(
                ADVANCE,
                opinion,
                TrainingPods.pod(
                    "x-0-a", "Running", "conditions: [{type: Ready, status: 'True'}]")));
    assertThat(refuted.isEmpty()).isTrue();
    assertThat(refuted.refuted()).isTrue();
    assertThat(refuted.requeueAt()).isEqualTo(NOW.plusSeconds(1));
  }

  @Test
  void a_pod_that_only_the_look_shows_to_have_failed_leaves_a_trace() {
    Snapshot<PodCliqueSet> opinion =
        snapshot(
            two("maxRestarts: 1"),
            running(0, "a", "availableInAttempt: true, " + breach("InsufficientReadyPods")),
            B0,
            A1,
            B1);

    PodCliqueSetStatus status =
        written(
            advance(
                afterReading(
                    ADVANCE,
                    opinion,
                    TrainingPods.pod(
                        "x-0-a",
                        "Failed",
                        "containerStatuses: [{name: m, state: {terminated: {exitCode: 9, finishedAt: '2026-08-19T10:09:00Z'}}}]"))));

    assertThat(status.lastFailures()).singleElement().returns(9, AttemptFailure::exitCode);
  }

  @Test
  void looks_before_it_believes_that_a_podclique_is_gone_also_when_another_has_its_name() {
    Snapshot<PodCliqueSet> gone = snapshot(two("maxRestarts: 1"), B0, A1, B1);
    PodClique next = running(0, "a", WELL);
    next.getMetadata().setUid("next");

    assertThat(advance(gone).actions()).singleElement().isInstanceOf(Action.Read.class);
    assertThat(written(advance(afterReading(ADVANCE, gone, B0))).restartCount()).isEqualTo(1);
    assertThat(advance(afterReading(ADVANCE, gone, A0, B0)).isEmpty()).isTrue();
    Snapshot<PodCliqueSet> followed = snapshot(two("maxRestarts: 1"), next, B0, A1, B1);
    assertThat(advance(followed).actions()).singleElement().isInstanceOf(Action.Read.class);
    assertThat(written(advance(afterReading(ADVANCE, followed, next))).restartCount()).isEqualTo(1);
  }

  @Test
  void waits_out_a_delay() {
    PodCliqueSet set = two("maxRestarts: 1");
    PodCliqueSet patient =
        set.withSpec(
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(
                    PodCliqueSetTemplateBuilder.builder(set.getSpec().template())
                        .terminationDelay("30s")
                        .build())
                .build());

    Plan plan = advance(snapshot(patient, running(0, "a", failed("p")), B0, A1, B1));

    assertThat(plan.isEmpty()).isTrue();
    assertThat(plan.requeueAt()).isEqualTo(Instant.parse("2026-08-19T10:10:29Z"));
  }

  @Test
  void a_report_about_another_attempt_or_about_none_is_no_failure() {
    assertThat(
            advance(
                    snapshot(
                        set(
                            "maxRestarts: 1",
                            "replicaAttempts: [%s, %s]".formatted(released(0, 1), released(1, 0))),
                        running(0, "a", failed("p")),
                        B0,
                        A1,
                        B1))
                .isEmpty())
        .isTrue();
  }

  @Test
  void notes_a_replica_that_has_done_its_work_and_ends_with_the_last() {
    PodClique[] half = {running(0, "a", SUCCEEDED), running(0, "b", SUCCEEDED), A1, B1};
    PodCliqueSetStatus first = written(advance(snapshot(two(""), half)));
    Plan last =
        advance(
            snapshot(
                two("").withStatus(first),
                all(0, "true", "attempt: 0, attemptRun: 'true', " + SUCCEEDED)));

    assertThat(of(first, 0).succeeded()).isTrue();
    assertThat(of(first, 1).succeeded()).isFalse();
    assertThat(first.phase()).isEqualTo(PodCliqueSetPhase.RUNNING);
    PodCliqueSetStatus status = written(last);
    assertThat(status.phase()).isEqualTo(PodCliqueSetPhase.SUCCEEDED);
    assertThat(status.completionTime()).isEqualTo(NOW);
    assertThat(Conditions.isTrue(status.conditions(), ConditionTypes.COMPLETE)).isTrue();
    assertThat(last.events()).extracting(PlannedEvent::reason).containsExactly("WorkloadSucceeded");
  }

  @Test
  void a_success_counts_although_its_deadline_has_passed_and_not_once_it_is_decided_to_fail() {
    PodClique[] done = all(0, "true", "attempt: 0, attemptRun: 'true', " + SUCCEEDED);
    String late = released() + ", startTime: '2026-08-19T10:00:00Z'";
    String failing =
        late + ", conditions: [{type: FailureTarget, status: 'True', reason: MaxRuntimeExceeded}]";

    assertThat(written(advance(snapshot(set("maxRuntime: 1m", late), done))).phase())
        .isEqualTo(PodCliqueSetPhase.SUCCEEDED);
    assertThat(advance(snapshot(set("maxRuntime: 1m", failing), done)).isEmpty()).isTrue();
  }

  @Test
  void acts_at_its_deadline_and_not_before() {
    String started = released() + ", startTime: '2026-08-19T10:00:00Z'";

    Plan before = advance(snapshot(set("maxRuntime: 11m", started), A0, B0, A1, B1));
    Snapshot<PodCliqueSet> passed = snapshot(set("maxRuntime: 10m", started), A0, B0, A1, B1);

    assertThat(before.isEmpty()).isTrue();
    assertThat(before.requeueAt()).isEqualTo(Instant.parse("2026-08-19T10:11:00Z"));
    assertThat(advance(passed).actions()).singleElement().isInstanceOf(Action.Read.class);
    PodCliqueSetStatus status = written(advance(afterReading(ADVANCE, passed, A0, B0, A1, B1)));
    assertThat(Conditions.find(status.conditions(), ConditionTypes.FAILURE_TARGET))
        .hasValueSatisfying(
            target -> assertThat(target.getReason()).isEqualTo("MaxRuntimeExceeded"));
  }

  @Test
  void waits_past_its_deadline_for_work_that_is_done_and_only_not_counted_yet() {
    String started = released() + ", startTime: '2026-08-19T10:00:00Z'";
    Snapshot<PodCliqueSet> passed =
        snapshot(set("maxRuntime: 10m, maxRestarts: 3", started), A0, B0, A1, B1);

    Plan plan =
        advance(
            afterReading(
                ADVANCE,
                passed,
                A0,
                B0,
                A1,
                running(1, "b", SUCCEEDED),
                TrainingPods.pod("x-0-a", "Succeeded", "reason: x"),
                TrainingPods.pod("x-0-b", "Succeeded", "reason: x"),
                TrainingPods.pod("x-1-a", "Succeeded", "reason: x")));

    assertThat(plan.isEmpty()).isTrue();
  }

  @Test
  void has_failed_when_no_pod_is_left_and_not_while_one_hangs() {
    String failing =
        released()
            + ", conditions: [{type: FailureTarget, status: 'True', reason: MaxRestartsExceeded, message: why}]";
    String ended = "attempt: 0, attemptRun: never";
    PodClique[] gone = all(0, "never", ended);
    PodClique[] hanging = all(0, "never", ended + ", activePods: 1, stuckPods: 1");

    PodCliqueSetStatus status = written(advance(snapshot(set("", failing), gone)));

    assertThat(status.phase()).isEqualTo(PodCliqueSetPhase.FAILED);
    assertThat(status.completionTime()).isEqualTo(NOW);
    assertThat(Conditions.find(status.conditions(), ConditionTypes.FAILED))
        .hasValueSatisfying(failed -> {
          assertThat(failed.getReason()).isEqualTo("MaxRestartsExceeded");
          assertThat(failed.getMessage()).isEqualTo("why");
        });
    assertThat(Conditions.find(status.conditions(), ConditionTypes.READY))
        .as("whoever waits for the phase reads it in the same status")
        .hasValueSatisfying(ready -> assertThat(ready.getReason()).isEqualTo("Failed"));
    assertThat(advance(snapshot(set("", failing), hanging)).isEmpty()).isTrue();
    assertThat(advance(snapshot(set("", failing).withStatus(status), gone)).isEmpty()).isTrue();
  }
}
