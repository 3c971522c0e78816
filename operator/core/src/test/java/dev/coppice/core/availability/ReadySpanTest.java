package dev.coppice.core.availability;

import static dev.coppice.core.pod.TestPod.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.pod.TestPod;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadySpanTest {

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

    assertThat(ReadySpan.lastOf(List.of(pod.state()), new Units(null), 1))
        .contains(EPOCH.plusSeconds(60));
  }

  @Test
  void a_pod_of_which_nobody_has_said_whether_it_is_ready_never_was() {
    TestPod pod = askedToGoAfterAMinute(TestPod.pending(0));

    assertThat(ReadySpan.lastOf(List.of(pod.state()), new Units(null), 1)).isEmpty();
  }
}
