package dev.coppice.core.queue.victim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.victim.GangPod.Standing;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangPodTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          spec: {nodeName: n1}, status: {phase: Running}                         | ACTIVE
          spec: {nodeName: n1}, status: {phase: Pending}                         | ACTIVE
          spec: {nodeName: n1}                                                   | ACTIVE
          spec: {}, status: {phase: Pending}                                     | UNBOUND
          status: {phase: Pending}                                               | UNBOUND
          spec: {nodeName: n1}, status: {phase: Succeeded}                       | ENDED
          spec: {nodeName: n1}, status: {phase: Failed}                          | ENDED
          """)
  void a_pod_counts_while_it_holds_a_place(String rest, Standing standing) {
    assertThat(GangPod.of(pod("", rest)).standing()).isEqualTo(standing);
    assertThat(GangPod.of(pod(", deletionTimestamp: \"2026-01-02T13:00:00Z\"", rest)).standing())
        .isEqualTo(Standing.TERMINATING);
  }

  @Test
  void what_is_read_beside_it() {
    GangPod pod =
        GangPod.of(
            pod(
                ", labels: {kai.scheduler/task-priority: \"7\"}",
                "spec: {nodeName: n1}, status: {phase: Running, startTime: \"2026-01-02T12:00:03Z\"}"));

    assertThat(pod)
        .isEqualTo(
            new GangPod(
                "uid-1",
                Gangs.NOON,
                new TaskPriority(true, Optional.of(7L)),
                Standing.ACTIVE,
                Instant.parse("2026-01-02T12:00:03Z")));
  }

  @Test
  void a_pod_that_does_not_run_yet_has_begun_nothing() {
    GangPod pod =
        GangPod.of(
            pod(
                "",
                "spec: {nodeName: n1}, status: {phase: Pending, startTime: \"2026-01-02T12:00:03Z\"}"));

    assertThat(pod.runningSince()).isNull();
    assertThat(pod.priority()).isEqualTo(new TaskPriority(false, Optional.empty()));
  }

  private static Pod pod(String metadata, String rest) {
    return TestYaml.read(
        "{metadata: {name: p, uid: uid-1, creationTimestamp: \"2026-01-02T12:00:00Z\"%s}, %s}"
            .formatted(metadata, rest),
        Pod.class);
  }
}
