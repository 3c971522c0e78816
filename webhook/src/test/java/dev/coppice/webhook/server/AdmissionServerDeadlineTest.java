package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.field.Deadline;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdmissionServerDeadlineTest extends AdmissionServerScene {

  @Override
  Limits limits() {
    return new Limits(
        64 << 10, 256 << 10, 2, Duration.ofSeconds(60), 4_000, Duration.ofMillis(200));
  }

  @Test
  void a_rule_that_never_ends_is_answered_for_and_ended() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    reviewer.set(_ -> {
      try {
        while (true) {
          Deadline.check();
        }
      } finally {
        ended.countDown();
      }
    });

    HttpResponse<String> response = client.post(PATH, REVIEW);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(body(response).at("/response/uid").asText()).isEqualTo("uid-1");
    assertThat(body(response).at("/response/allowed").asBoolean()).isFalse();
    assertThat(body(response).at("/response/status/code").asInt()).isEqualTo(503);
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    awaitCounted("overdue");
  }
}
