package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PodFactsTest {

  private static final Instant AT = Instant.parse("2026-08-19T10:00:00Z");

  private static Pod pod(String ready) {
    return new PodBuilder()
        .withNewMetadata()
        .endMetadata()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus(ready)
        .withLastTransitionTime(AT.toString())
        .endCondition()
        .endStatus()
        .build();
  }

  private static Pod askedToGoAfterAMinute(Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .withDeletionTimestamp(AT.plusSeconds(90).toString())
        .withDeletionGracePeriodSeconds(30L)
        .endMetadata()
        .build();
  }

  @Test
  void a_pod_that_was_ready_when_it_was_asked_to_go_was_lost_then() {
    assertThat(PodFacts.lostAt(askedToGoAfterAMinute(pod("True")))).contains(AT.plusSeconds(60));
  }

  @Test
  void a_pod_that_was_not_ready_any_more_when_it_was_asked_to_go_was_lost_before() {
    assertThat(PodFacts.lostAt(askedToGoAfterAMinute(pod("False")))).contains(AT);
  }

  @Test
  void a_pod_that_is_ready_and_stays_is_not_lost() {
    assertThat(PodFacts.lostAt(pod("True"))).isEmpty();
  }
}
