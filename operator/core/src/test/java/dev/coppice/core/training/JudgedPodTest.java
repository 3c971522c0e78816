package dev.coppice.core.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.training.JudgedPod.Standing;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JudgedPodTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:00:40Z");
  private static final Nodes READY = nodes("True");

  private static Nodes nodes(String ready) {
    return Nodes.of(
        Observed.of(
            List.of(
                TestYaml.read(
                    "{metadata: {name: n}, status: {conditions: [{type: Ready, status: '%s'}]}}"
                        .formatted(ready),
                    Node.class))));
  }

  private static Standing standing(Trainer pod, boolean available) {
    return JudgedPod.of(pod.state(0, "u"), new JudgedPod.By(available, READY, NOW)).standing();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          Succeeded | Never     | {}                                                                                                                    | SUCCEEDED | SUCCEEDED
          Failed    | Never     | {}                                                                                                                    | FAILED    | FAILED
          Failed    | OnFailure | {}                                                                                                                    | FAILED    | FAILED
          Pending   | Never     | {}                                                                                                                    | STARTING  | STARTING
          Running   | Never     | {}                                                                                                                    | STARTING  | STARTING
          Running   | Never     | {conditions: [{type: Ready, status: 'True'}]}                                                                         | AVAILABLE | AVAILABLE
          Running   | Never     | {containerStatuses: [{state: {terminated: {exitCode: 1}}}, {state: {running: {}}}]}                                   | FAILED    | FAILED
          Running   | Never     | {containerStatuses: [{state: {terminated: {exitCode: 0}}}, {state: {running: {}}}]}                                   | STARTING  | AVAILABLE
          Running   | OnFailure | {containerStatuses: [{state: {terminated: {exitCode: 1}}}]}                                                           | STARTING  | AVAILABLE
          Running   | OnFailure | {containerStatuses: [{restartCount: 2, state: {waiting: {reason: CrashLoopBackOff}}}]}                                | STARTING  | AVAILABLE
          Running   | OnFailure | {containerStatuses: [{restartCount: 0, state: {running: {}}}]}                                                        | STARTING  | STARTING
          Running   | Never     | {initContainerStatuses: [{state: {terminated: {exitCode: 1}}}], conditions: [{type: Ready, status: 'True'}]}           | AVAILABLE | AVAILABLE
          """)
  void a_pod_that_nobody_deletes_counts_by_its_phase_and_its_containers(
      String phase, String restartPolicy, String status, Standing before, Standing after) {
    Trainer pod =
        new Trainer(
            phase,
            Trainer.TRACKED,
            "{nodeName: n, restartPolicy: %s}".formatted(restartPolicy),
            status.substring(1, status.length() - 1));

    assertThat(standing(pod, false)).isEqualTo(before);
    assertThat(standing(pod, true)).isEqualTo(after);
  }

  @Test
  void a_deleted_pod_keeps_its_standing_until_it_has_ended_or_its_time_is_over() {
    Trainer pod =
        Trainer.running("conditions: [{type: Ready, status: 'True'}]").with(Trainer.DELETED);
    JudgedPod.By by = new JudgedPod.By(true, READY, NOW);

    JudgedPod judged = JudgedPod.of(pod.state(0, "u"), by);

    assertThat(judged.standing()).isEqualTo(Standing.AVAILABLE);
    assertThat(judged.decidedAt()).isEqualTo("2026-08-19T10:01:01Z");
    assertThat(standing(pod, false)).isEqualTo(Standing.STARTING);
    Instant later = Instant.parse("2026-08-19T10:01:01Z");
    assertThat(JudgedPod.of(pod.state(0, "u"), new JudgedPod.By(true, READY, later)).standing())
        .isEqualTo(Standing.FAILED);
  }

  @ParameterizedTest
  @CsvSource({
    "Succeeded, 0, 10:00:29, SUCCEEDED",
    "Succeeded, 0, 10:00:30, FAILED",
    "Succeeded, 0, 10:00:35, FAILED",
    "Failed, 143, 10:00:35, FAILED",
    "Failed, 1, 10:00:20, FAILED"
  })
  void a_deleted_pod_has_succeeded_only_if_it_had_finished_before_it_was_told_to_go(
      String phase, int exitCode, String finished, Standing standing) {
    Trainer pod =
        Trainer.ended(phase, exitCode, "2026-08-19T%sZ".formatted(finished)).with(Trainer.DELETED);

    assertThat(standing(pod, true)).isEqualTo(standing);
  }

  @ParameterizedTest
  @CsvSource({"09:55:01, 09:55:25, SUCCEEDED", "09:55:01, 09:55:35, FAILED"})
  void a_node_whose_clock_is_behind_does_not_make_an_obedient_end_a_success(
      String takenUp, String finished, Standing standing) {
    Trainer pod =
        new Trainer(
            "Succeeded",
            Trainer.DELETED,
            "{nodeName: n}",
            """
            startTime: '2026-08-19T%sZ',
            conditions: [{type: PodScheduled, status: 'True', lastTransitionTime: '2026-08-19T10:00:01Z'}],
            %s
            """
                .formatted(takenUp, Trainer.exited(0, "2026-08-19T%sZ".formatted(finished))));

    assertThat(standing(pod, true)).isEqualTo(standing);
  }

  @Test
  void a_deleted_pod_without_a_word_about_its_containers_has_not_succeeded() {
    Trainer pod = new Trainer("Succeeded", Trainer.DELETED, "{nodeName: n}", "reason: x");

    assertThat(standing(pod, true)).isEqualTo(Standing.FAILED);
  }

  @ParameterizedTest
  @CsvSource({"True, false", "False, true", "Unknown, true"})
  void a_pod_is_stuck_when_its_time_is_over_and_its_node_does_not_answer(
      String ready, boolean stuck) {
    Trainer pod = Trainer.running("reason: x").with(Trainer.DELETED);
    Instant over = Instant.parse("2026-08-19T10:01:01Z");

    assertThat(JudgedPod.isStuck(pod.state(0, "u"), nodes(ready), over)).isEqualTo(stuck);
    assertThat(JudgedPod.isStuck(pod.state(0, "u"), nodes(ready), NOW)).isFalse();
    assertThat(JudgedPod.isStuck(pod.state(0, "u"), Nodes.UNSEEN, over)).isFalse();
    assertThat(JudgedPod.isStuck(pod.state(0, "u"), Nodes.of(Observed.of(List.of())), over))
        .isTrue();
  }

  @Test
  void a_deleted_pod_on_a_lost_node_or_without_one_is_judged_at_once() {
    Trainer lost = Trainer.running("reason: x").with(Trainer.DELETED);
    Trainer unbound = new Trainer("Pending", Trainer.DELETED, "{}", "reason: x");

    assertThat(
            JudgedPod.of(lost.state(0, "u"), new JudgedPod.By(true, nodes("Unknown"), NOW))
                .standing())
        .isEqualTo(Standing.FAILED);
    assertThat(standing(unbound, true)).isEqualTo(Standing.FAILED);
  }

  @ParameterizedTest
  @CsvSource({"35, SUCCEEDED", "36, SUCCEEDED", "37, FAILED", "38, FAILED"})
  void what_ended_just_before_its_last_delete_may_have_been_told_to(int second, Standing standing) {
    Trainer pod =
        Trainer.ended("Succeeded", 0, "2026-08-19T10:00:%dZ".formatted(second))
            .with(Trainer.DELETED_AGAIN);

    assertThat(standing(pod, true)).isEqualTo(standing);
  }

  @ParameterizedTest
  @CsvSource({"29, SUCCEEDED", "30, FAILED", "34, FAILED"})
  void what_ended_after_its_eviction_has_not_finished_however_late_its_last_delete(
      int second, Standing standing) {
    String evicted =
        ", conditions: [{type: DisruptionTarget, status: 'True', reason: EvictionByEvictionAPI,"
            + " lastTransitionTime: '2026-08-19T10:00:30Z'}]";
    Trainer pod =
        new Trainer(
            "Succeeded",
            Trainer.DELETED_AGAIN,
            "{nodeName: n}",
            Trainer.exited(0, "2026-08-19T10:00:%dZ".formatted(second)) + evicted);

    assertThat(standing(pod, true)).isEqualTo(standing);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          Never     | [{name: a, restartPolicy: OnFailure}]                                                                                       | [{name: a, state: {terminated: {exitCode: 1}}}]                                                                      | STARTING | AVAILABLE
          Never     | [{name: a, restartPolicy: OnFailure}]                                                                                       | [{name: a, restartCount: 1, state: {waiting: {reason: CrashLoopBackOff}}}]                                           | STARTING | AVAILABLE
          Never     | [{name: a, restartPolicy: Always}]                                                                                          | [{name: a, state: {terminated: {exitCode: 1}}}, {name: b, state: {running: {}}}]                                     | STARTING | AVAILABLE
          Never     | [{name: a, restartPolicy: OnFailure}]                                                                                       | [{name: a, state: {terminated: {exitCode: 1}}}, {name: b, state: {terminated: {exitCode: 1}}}]                       | FAILED   | FAILED
          Never     | [{name: a, restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [7, 42]}}]}]      | [{name: a, state: {terminated: {exitCode: 42}}}]                                                                     | STARTING | AVAILABLE
          Never     | [{name: a, restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [7, 42]}}]}]      | [{name: a, state: {terminated: {exitCode: 1}}}]                                                                      | FAILED   | FAILED
          Never     | [{name: a, restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: NotIn, values: [7]}}]}]       | [{name: a, state: {terminated: {exitCode: 1}}}]                                                                      | STARTING | AVAILABLE
          Never     | [{name: a, restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: NotIn, values: [7]}}]}]       | [{name: a, state: {terminated: {exitCode: 7}}}]                                                                      | FAILED   | FAILED
          Never     | [{name: a, restartPolicy: Never, restartPolicyRules: [{action: Later, exitCodes: {operator: In, values: [7]}}]}]            | [{name: a, state: {terminated: {exitCode: 7}}}]                                                                      | FAILED   | FAILED
          Never     | [{name: a, restartPolicy: Never, restartPolicyRules: [{action: Restart}, {}]     }]                                        | [{name: a, state: {terminated: {}}}]                                                                                 | FAILED   | FAILED
          Never     | [{name: a, restartPolicy: Never, restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [3]}}]}] | [{name: a, state: {terminated: {exitCode: 3}}}, {name: b, state: {terminated: {exitCode: 137}}}]                 | STARTING | AVAILABLE
          OnFailure | [{name: a, restartPolicy: Never}]                                                                                           | [{name: a, state: {terminated: {exitCode: 1}}}, {name: b, state: {running: {}}}]                                     | FAILED   | FAILED
          OnFailure | [{name: a, restartPolicy: Never}]                                                                                           | [{name: a, state: {running: {}}}, {name: b, state: {terminated: {exitCode: 1}}}]                                     | STARTING | AVAILABLE
          """)
  void what_the_kubelet_starts_again_has_not_failed(
      String restartPolicy, String containers, String statuses, Standing before, Standing after) {
    Trainer pod =
        new Trainer(
            "Running",
            Trainer.TRACKED,
            "{nodeName: n, restartPolicy: %s, containers: %s}".formatted(restartPolicy, containers),
            "containerStatuses: " + statuses);

    assertThat(standing(pod, false)).isEqualTo(before);
    assertThat(standing(pod, true)).isEqualTo(after);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Running", "Pending"})
  void a_pod_whose_containers_are_all_started_again_keeps_its_standing(String phase) {
    Trainer ending =
        new Trainer(
            "Running",
            Trainer.TRACKED,
            "{nodeName: n, restartPolicy: Never}",
            "conditions: [{type: AllContainersRestarting, status: 'True'}],"
                + " containerStatuses: [{name: a, state: {terminated: {exitCode: 137}}}]");
    Trainer again =
        new Trainer(
            phase,
            Trainer.TRACKED,
            "{nodeName: n, restartPolicy: Never}",
            "containerStatuses: [{name: a, restartCount: 1, state: {waiting: {reason: PodInitializing}}}]");

    assertThat(standing(ending, true)).isEqualTo(Standing.AVAILABLE);
    assertThat(standing(again, true)).isEqualTo(Standing.AVAILABLE);
    assertThat(standing(again, false)).isEqualTo(Standing.STARTING);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          a sidecar in a crash loop      | True  | [{name: s, ready: false, restartCount: 9, state: {waiting: {reason: CrashLoopBackOff}}}] | [{name: m, ready: true, state: {running: {}}}]                                                 | AVAILABLE
          one that ended                 | True  | [{name: s, ready: false, state: {terminated: {exitCode: 1}}}]                            | [{name: m, ready: true, state: {running: {}}}]                                                 | AVAILABLE
          beside one that is not ready   | True  | [{name: s, ready: false, state: {waiting: {reason: CrashLoopBackOff}}}]                  | [{name: m, ready: false, state: {running: {}}}]                                                | STARTING
          before any other has begun     | True  | [{name: s, ready: false, state: {waiting: {reason: CrashLoopBackOff}}}]                  | []                                                                                             | STARTING
          something else is not ready    | True  | [{name: s, ready: true, state: {running: {}}}]                                           | [{name: m, ready: true, state: {running: {}}}]                                                 | STARTING
          it is no sidecar               | True  | [{name: i, ready: false, state: {waiting: {reason: PodInitializing}}}]                   | [{name: m, ready: true, state: {running: {}}}]                                                 | STARTING
          its node is lost               | False | [{name: s, ready: false, state: {waiting: {reason: CrashLoopBackOff}}}]                  | [{name: m, ready: true, state: {running: {}}}]                                                 | STARTING
          beside one that failed         | True  | [{name: s, ready: false, state: {waiting: {reason: CrashLoopBackOff}}}]                  | [{name: m, ready: true, state: {running: {}}}, {name: x, state: {terminated: {exitCode: 1}}}]   | FAILED
          """)
  void a_sidecar_keeps_no_pod_from_working(
      String what, String node, String sidecars, String containers, Standing standing) {
    Trainer pod =
        new Trainer(
            "Running",
            Trainer.TRACKED,
            "{nodeName: n, restartPolicy: Never,"
                + " initContainers: [{name: i}, {name: s, restartPolicy: Always}]}",
            "conditions: [{type: Ready, status: 'False'}], initContainerStatuses: %s, containerStatuses: %s"
                .formatted(sidecars, containers));

    for (boolean available : new boolean[] {false, true}) {
      JudgedPod.By by = new JudgedPod.By(available, nodes(node), NOW);
      assertThat(JudgedPod.of(pod.state(0, "u"), by).standing()).as(what).isEqualTo(standing);
    }
  }

  @Test
  void a_pod_that_was_restarted_once_and_is_lost_with_its_node_does_not_work() {
    Trainer pod =
        Trainer.running(
            "conditions: [{type: Ready, status: 'False'}],"
                + " containerStatuses: [{name: a, ready: true, restartCount: 1, state: {running: {}}}]");

    assertThat(standing(pod, true)).isEqualTo(Standing.STARTING);
  }
}
