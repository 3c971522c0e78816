package dev.coppice.kube.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerDatesTest {

  @Test
  void reads_a_date_of_http() {
    assertThat(AnswerDates.instant("Fri, 02 Jan 2026 12:00:05 GMT"))
        .contains(Instant.parse("2026-01-02T12:00:05Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "Fri, 99 Jan 2026 12:00:05 GMT", "2026-01-02T12:00:05Z"})
  void knows_nothing_from_what_is_no_date(String date) {
    assertThat(AnswerDates.instant(date)).isEmpty();
  }
}
