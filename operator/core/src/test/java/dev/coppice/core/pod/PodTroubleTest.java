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
}
