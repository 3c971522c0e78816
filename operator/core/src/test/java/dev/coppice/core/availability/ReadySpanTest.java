package dev.coppice.core.availability;

import static dev.coppice.core.pod.TestPod.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.pod.TestPod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadySpanTest {

  private static final Instant NOW = EPOCH.plusSeconds(600);

  /** A pod as it stands while it is given half a minute to end. */
  private static TestPod askedToGoAfterAMinute(TestPod pod) {
    pod.builder()
        .editMetadata()
        .withDeletionTimestamp(EPOCH.plusSeconds(90).toString())
        .withDeletionGracePeriodSeconds(30L)
        .endMetadata();
    return pod;
  }

  @Test
  void a_pod_that_is_asked_to_go_while_it_is_ready_was_ready_until_then() {
    TestPod pod = askedToGoAfterAMinute(TestPod.ready(0));

    assertThat(ReadySpan.lastOf(List.of(pod.state()), new Units(null), 1, NOW))
        .contains(EPOCH.plusSeconds(60));
  }

  /** Bound after ten seconds and taken up at once; lost after a minute. */
  private static TestPod lostAfterAMinute(Duration nodeIsAhead) {
    TestPod pod = TestPod.starting(0);
    pod.builder()
        .editStatus()
        .withStartTime(EPOCH.plusSeconds(10).plus(nodeIsAhead).toString())
        .editMatchingCondition(condition -> condition.getType().equals("PodScheduled"))
        .withLastTransitionTime(EPOCH.plusSeconds(10).toString())
        .endCondition()
        .editMatchingCondition(condition -> condition.getType().equals("Ready"))
        .withLastTransitionTime(EPOCH.plusSeconds(60).plus(nodeIsAhead).toString())
        .endCondition()
        .endStatus();
    return pod;
  }

  @ParameterizedTest
  @CsvSource({"0, 60", "300, 60", "-300, 61"})
  void a_node_whose_clock_is_wrong_tells_when_its_pod_was_lost_all_the_same(
      long secondsAhead, long lost) {
    TestPod pod = lostAfterAMinute(Duration.ofSeconds(secondsAhead));

    assertThat(ReadySpan.lastOf(List.of(pod.state()), new Units(null), 1, NOW))
        .contains(EPOCH.plusSeconds(lost));
  }

  @Test
  void a_pod_whose_node_got_ahead_after_it_was_taken_up_was_ready_until_now_at_the_latest() {
    Instant afterAMinute = EPOCH.plusSeconds(61);
    TestPod pod = lostAfterAMinute(Duration.ZERO);
    pod.builder()
        .editStatus()
        .editMatchingCondition(condition -> condition.getType().equals("Ready"))
        .withLastTransitionTime(EPOCH.plusSeconds(360).toString())
        .endCondition()
        .addNewContainerStatus()
        .withName("m")
        .withNewState()
        .withNewRunning(EPOCH.plusSeconds(350).toString())
        .endState()
        .endContainerStatus()
        .endStatus();

    assertThat(ReadySpan.lastOf(List.of(pod.state()), new Units(null), 1, afterAMinute))
        .contains(afterAMinute);
  }

  @Test
  void a_pod_of_which_nobody_has_said_whether_it_is_ready_never_was() {
    TestPod pod = askedToGoAfterAMinute(TestPod.pending(0));

    assertThat(ReadySpan.lastOf(List.of(pod.state()), new Units(null), 1, NOW)).isEmpty();
  }
}
