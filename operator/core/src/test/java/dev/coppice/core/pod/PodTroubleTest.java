package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodTroubleTest {

  private static Pod pod(String status) {
    return TestYaml.read("{metadata: {name: a}, status: {%s}}".formatted(status), Pod.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          containerStatuses: [{name: c, state: {waiting: {reason: ImagePullBackOff}}}] | c: ImagePullBackOff
          containerStatuses: [{name: c, state: {waiting: {reason: ContainerCreating}}}] |
          containerStatuses: [{name: c, ready: true}] |
          containerStatuses: [{name: c, restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 137, reason: OOMKilled}}}] | c: CrashLoopBackOff (exit code 137 (OOMKilled), 3 restarts)
          initContainerStatuses: [{name: i, state: {waiting: {reason: ErrImagePull}}}] | i: ErrImagePull
          """)
  void names_the_container_that_something_keeps_from_running(String status, String expected) {
    assertThat(PodTrouble.container(pod(status)).orElse(null)).isEqualTo(expected);
  }

  @Test
  void has_nothing_to_tell_of_a_pod_without_a_status() {
    Pod pod = TestYaml.read("{metadata: {name: a}}", Pod.class);

    assertThat(PodTrouble.container(pod)).isEmpty();
    assertThat(PodTrouble.unschedulable(pod)).isEmpty();
    assertThat(PodTrouble.end(pod)).isEqualTo(new PodTrouble.End(null, null, null, null));
  }

  @Test
  void quotes_the_scheduler_only_about_a_pod_that_has_no_place() {
    String refused =
        "conditions: [{type: PodScheduled, status: \"False\", reason: %s, message: m}]";

    assertThat(PodTrouble.unschedulable(pod(refused.formatted("Unschedulable")))).contains("m");
    assertThat(PodTrouble.unschedulable(pod(refused.formatted("SchedulingGated")))).isEmpty();
  }

  @Test
  void tells_the_end_of_a_pod_by_its_own_word_or_else_by_the_container_that_failed() {
    assertThat(PodTrouble.end(pod("phase: Failed, reason: Evicted, message: low on memory")))
        .isEqualTo(new PodTrouble.End("Evicted", null, null, "low on memory"));
    assertThat(
            PodTrouble.end(
                pod(
                    "phase: Failed, containerStatuses: ["
                        + "{name: ok, state: {terminated: {exitCode: 0, reason: Completed}}},"
                        + "{name: c, state: {terminated: {exitCode: 137, reason: OOMKilled}}}]")))
        .isEqualTo(new PodTrouble.End("OOMKilled", "c", 137, null));
    assertThat(PodTrouble.end(pod("phase: Failed")))
        .isEqualTo(new PodTrouble.End("Failed", null, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          a sidecar is ended after it   | []                                       | [{name: s, state: {terminated: {exitCode: 143, finishedAt: '2026-08-19T10:00:30Z'}}}]                                    | [{name: m, state: {terminated: {exitCode: 7, finishedAt: '2026-08-19T10:00:20Z'}}}]                                                                                                        | m | 7
          a sidecar had ended before it | []                                       | [{name: s, state: {terminated: {exitCode: 1, finishedAt: '2026-08-19T10:00:10Z'}}}]                                      | [{name: m, state: {terminated: {exitCode: 7, finishedAt: '2026-08-19T10:00:20Z'}}}]                                                                                                        | m | 7
          the second failed first       | []                                       | []                                                                                                                       | [{name: a, state: {terminated: {exitCode: 1, finishedAt: '2026-08-19T10:00:20Z'}}}, {name: b, state: {terminated: {exitCode: 137, finishedAt: '2026-08-19T10:00:10Z'}}}]                     | b | 137
          both failed at once           | []                                       | []                                                                                                                       | [{name: a, state: {terminated: {exitCode: 1, finishedAt: '2026-08-19T10:00:20Z'}}}, {name: b, state: {terminated: {exitCode: 2, finishedAt: '2026-08-19T10:00:20Z'}}}]                       | a | 1
          the first to end ended well   | []                                       | []                                                                                                                       | [{name: a, state: {terminated: {exitCode: 0, finishedAt: '2026-08-19T10:00:10Z'}}}, {name: b, state: {terminated: {exitCode: 2, finishedAt: '2026-08-19T10:00:20Z'}}}]                       | b | 2
          of one nobody knows when      | []                                       | []                                                                                                                       | [{name: a, state: {terminated: {exitCode: 137, reason: ContainerStatusUnknown}}}, {name: b, state: {terminated: {exitCode: 2, finishedAt: '2026-08-19T10:00:20Z'}}}]                         | b | 2
          all ended well but a sidecar  | []                                       | [{name: s, state: {terminated: {exitCode: 137, finishedAt: '2026-08-19T10:00:30Z'}}}]                                    | [{name: m, state: {terminated: {exitCode: 0, finishedAt: '2026-08-19T10:00:20Z'}}}]                                                                                                        | m | 0
          an init container failed      | []                                       | [{name: s, state: {terminated: {exitCode: 143, finishedAt: '2026-08-19T10:00:30Z'}}}, {name: i, state: {terminated: {exitCode: 3, finishedAt: '2026-08-19T10:00:20Z'}}}] | [{name: m, state: {waiting: {reason: PodInitializing}}}]                                                                                                            | i | 3
          and the others never ran      | []                                       | [{name: i, state: {terminated: {exitCode: 3, finishedAt: '2026-08-19T10:00:20Z'}}}]                                      | [{name: m, state: {terminated: {exitCode: 137, reason: ContainerStatusUnknown}}}]                                                                                                          | i | 3
          one is started again          | [{name: a, restartPolicy: OnFailure}]    | []                                                                                                                       | [{name: a, state: {terminated: {exitCode: 1, finishedAt: '2026-08-19T10:00:10Z'}}}, {name: b, state: {terminated: {exitCode: 7, finishedAt: '2026-08-19T10:00:20Z'}}}]                       | b | 7
          only a sidecar has ended      | []                                       | [{name: s, state: {terminated: {exitCode: 143, finishedAt: '2026-08-19T10:00:30Z'}}}]                                    | []                                                                                                                                                                                           | s | 143
          """)
  void names_the_regular_container_that_failed_first(
      String what,
      String containers,
      String initStatuses,
      String statuses,
      String container,
      int exitCode) {
    Pod pod =
        TestYaml.read(
            """
            metadata: {name: a}
            spec: {restartPolicy: Never, initContainers: [{name: s, restartPolicy: Always}, {name: i}], containers: %s}
            status: {phase: Running, initContainerStatuses: %s, containerStatuses: %s}
            """
                .formatted(containers, initStatuses, statuses),
            Pod.class);

    assertThat(PodTrouble.end(pod))
        .as(what)
        .returns(container, PodTrouble.End::container)
        .returns(exitCode, PodTrouble.End::exitCode);
  }
}
