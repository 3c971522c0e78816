package dev.coppice.kube.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReconcileRateTest {

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final ReconcileRate rate = new ReconcileRate(() -> now);
  private final ReconcileRate.Spent spent = rate.initState();

  @Test
  void lets_three_reconciles_run_at_once_and_then_one_every_200_ms() {
    List<Optional<Duration>> answers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      answers.add(rate.isLimited(spent));
    }
    now = now.plusMillis(200);
    answers.add(rate.isLimited(spent));
    answers.add(rate.isLimited(spent));

    assertThat(answers)
        .containsExactly(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Duration.ofMillis(200)),
            Optional.empty(),
            Optional.of(Duration.ofMillis(200)));
  }

  @Test
  void answers_with_the_time_that_is_left() {
    for (int i = 0; i < 3; i++) {
      rate.isLimited(spent);
    }
    now = now.plusMillis(150);

    assertThat(rate.isLimited(spent)).contains(Duration.ofMillis(50));
  }

  @Test
  void has_its_burst_again_after_a_rest() {
    for (int i = 0; i < 3; i++) {
      rate.isLimited(spent);
    }
    now = now.plusSeconds(1);

    assertThat(List.of(rate.isLimited(spent), rate.isLimited(spent), rate.isLimited(spent)))
        .containsOnly(Optional.empty());
  }

  @Test
  void does_not_wait_for_a_clock_that_was_set_back() {
    for (int i = 0; i < 3; i++) {
      rate.isLimited(spent);
    }
    now = now.minus(Duration.ofHours(1));

    assertThat(rate.isLimited(spent)).isEmpty();
  }
}
