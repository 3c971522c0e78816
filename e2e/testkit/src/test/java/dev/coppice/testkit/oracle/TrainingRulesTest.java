package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.Finalizers;
import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found in recordings of training jobs. */
class TrainingRulesTest {

  private final Script script = new Script();
  private final Sketch job = Sketch.of("PodCliqueSet", "job", "s1").attempt(0, 0, false);
  private final Sketch clique =
      inReplica(podClique("job-0-a", "c1").ownedBy(job))
          .annotation(Annotations.RESTART_ATTEMPT, "0");
  private final Sketch pod = pod("p0", 0, 0);

  @BeforeEach
  void a_job_of_one_replica_runs() {
    script.added(job, clique);
  }

  private Sketch pod(String uid, int index, int attempt) {
    return inReplica(Sketch.pod("job-0-a-%d-%s".formatted(index, uid), uid, clique, index))
        .label(Labels.POD_CLIQUE, "job-0-a")
        .label(Labels.RESTART_ATTEMPT, Integer.toString(attempt))
        .finalizer(Finalizers.POD_TRACKING);
  }

  private static Sketch inReplica(Sketch sketch) {
    return sketch.label(Labels.PART_OF, "job").label(Labels.SET_REPLICA_INDEX, "0");
  }

  private List<String> findings() {
    return Stream.of(
            new RestartsAreEarned(),
            new EndsOfJobsAreForGood(),
            new EndsOfPodsAreWrittenDown(),
            new AttemptsDoNotMeet())
        .flatMap(rule -> rule.check(script.recording()).stream())
        .map(Violation::finding)
        .toList();
  }

  private Sketch restarted() {
    return job.attempt(0, 1, false).status("restartCount", 1);
  }

  @Test
  void a_restart_after_a_failed_pod_is_in_order() {
    script.added(pod).modified(pod.ready()).modified(pod.phase("Failed")).modified(restarted());

    assertThat(findings()).isEmpty();
  }

  @Test
  void so_it_is_after_a_pod_that_is_not_ready_any_more_or_was_told_to_go_or_is_gone() {
    script
        .added(pod)
        .modified(pod.ready())
        .modified(pod.phase("Running").condition("Ready", "False", 1));
    script.modified(restarted());
    Sketch second = pod("p1", 0, 1);
    script.modified(pod.phase("Failed")).added(second).modified(second.terminating());
    script.modified(job.attempt(0, 2, false).status("restartCount", 2));
    script.deleted(second);
    Sketch third = pod("p2", 0, 2);
    script.added(third).deleted(third);
    script.modified(job.attempt(0, 3, false).status("restartCount", 3));

    assertThat(findings()).isEmpty();
  }

  @Test
  void so_it_is_after_a_podclique_that_was_deleted_but_only_once() {
    script.added(pod).modified(pod.ready()).modified(clique.terminating()).modified(restarted());
    assertThat(findings()).isEmpty();

    script.modified(job.attempt(0, 2, false).status("restartCount", 2));

    assertThat(findings())
        .containsExactly("replica 0 of job job went from attempt 1 to 2 for nothing");
  }

  @Test
  void a_restart_for_nothing_is_reported() {
    script.added(pod).modified(pod.ready()).modified(restarted());

    assertThat(findings())
        .containsExactly("replica 0 of job job went from attempt 0 to 1 for nothing");
  }

  @Test
  void a_restart_for_a_failure_of_an_earlier_attempt_is_reported() {
    script.added(pod).modified(pod.phase("Failed")).modified(restarted());
    script.modified(job.attempt(0, 2, false).status("restartCount", 2));

    assertThat(findings())
        .containsExactly("replica 0 of job job went from attempt 1 to 2 for nothing");
  }

  @Test
  void a_restart_may_have_been_earned_by_what_was_missed() {
    script.added(pod).missing("Pod", () -> {}).modified(restarted());

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_restart_that_is_not_counted_is_reported() {
    script.added(pod).modified(pod.phase("Failed")).modified(job.attempt(0, 1, false));

    assertThat(findings())
        .containsExactly("job job tells of 0 restarts and has 1 attempts beyond the first");
  }

  @Test
  void a_start_that_moves_is_reported() {
    script
        .modified(job.status("startTime", "2026-01-01T00:00:00Z"))
        .modified(job.status("startTime", "2026-01-01T00:00:01Z"));

    assertThat(findings())
        .containsExactly(
            "the start of job job moved from 2026-01-01T00:00:00Z to 2026-01-01T00:00:01Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed"})
  void an_end_that_is_taken_back_is_reported(String end) {
    script.modified(job.attempt(0, 0, true).phase(end)).modified(job.phase("Running"));

    assertThat(findings())
        .containsExactly(
            "job job was %s and became RUNNING".formatted(end.toUpperCase(Locale.ROOT)));
  }

  @Test
  void a_success_that_is_told_too_early_or_forgotten_is_reported() {
    script
        .modified(job.phase("Succeeded"))
        .modified(job.attempt(0, 0, true))
        .modified(job.attempt(0, 0, false));

    assertThat(findings())
        .containsExactly(
            "job job is called Succeeded before all its replicas are",
            "the success of replica 0 of job job was forgotten");
  }

  @Test
  void a_job_is_failed_when_its_pods_have_ended_and_not_earlier() {
    script.added(pod).modified(pod.ready()).modified(job.phase("Failed"));
    assertThat(findings())
        .containsExactly("job job is called Failed while pod job-0-a-0-p0 is active");
  }

  @Test
  void a_failed_job_keeps_the_pods_that_have_ended() {
    script.added(pod).modified(pod.phase("Failed"), job.phase("Failed"));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_pod_that_is_let_go_before_its_end_is_written_down_is_reported() {
    script.added(pod).modified(pod.phase("Succeeded")).modified(pod.withoutFinalizers());

    assertThat(findings())
        .containsExactly("pod job-0-a-0-p0 was let go before its end was written down");
  }

  @Test
  void a_pod_is_let_go_when_its_end_is_written_down_its_attempt_is_over_or_its_owner_goes() {
    Sketch failed = pod("p1", 1, 0);
    Sketch old = pod("p2", 2, 0);
    Sketch last = pod("p3", 3, 1);
    script.added(pod, failed, old);
    script.modified(pod.phase("Succeeded"), failed.phase("Failed"));
    script.modified(clique.status("completedIndexes", "0").failedIndex(1, "p1"));
    script.modified(pod.withoutFinalizers(), failed.withoutFinalizers());
    script.modified(clique.annotation(Annotations.RESTART_ATTEMPT, "1"));
    script.modified(old.terminating().withoutFinalizers()).deleted(old).added(last);
    script.modified(clique.terminating(), last.withoutFinalizers());

    assertThat(findings()).isEmpty();
  }

  @Test
  void work_that_is_done_is_not_done_again_in_its_attempt() {
    script.added(pod).modified(pod.phase("Succeeded")).deleted(pod).added(pod("p1", 0, 0));

    assertThat(findings()).containsExactly("pod job-0-a-0-p1 runs again what is done");
  }

  @Test
  void work_of_a_pod_that_was_told_to_go_may_be_done_again() {
    script.added(pod).modified(pod.phase("Succeeded")).modified(pod.terminating());
    script.deleted(pod).added(pod("p1", 0, 0));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_pod_beside_one_of_an_earlier_attempt_is_reported() {
    script.added(pod).modified(pod.ready()).added(pod("p1", 1, 1));

    assertThat(findings())
        .containsExactly("pod job-0-a-1-p1 of attempt 1 is made beside job-0-a-0-p0 of attempt 0");
  }

  @Test
  void a_pod_beside_another_of_its_host_name_is_reported() {
    script.added(pod).modified(pod.ready()).added(pod("p1", 0, 0));

    assertThat(findings())
        .containsExactly("pod job-0-a-0-p1 of attempt 0 is made beside job-0-a-0-p0 of attempt 0");
  }

  @Test
  void a_pod_that_has_to_be_gone_may_hang_on_a_dead_node() {
    script.added(pod).modified(pod.ready()).modified(pod.terminating()).added(pod("p1", 0, 1));

    assertThat(findings()).isEmpty();
  }
}
