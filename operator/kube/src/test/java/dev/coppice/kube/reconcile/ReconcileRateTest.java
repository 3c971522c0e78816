package dev.coppice.kube.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconcileRateTest {

  private static final Duration AT_ONCE = Duration.ofMillis(1);
  private static final ConfigMap OBJECT = object("a");

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final ReconcileRate rate = new ReconcileRate(() -> now);

  @Test
  void lets_three_reconciles_run_at_once_and_then_one_every_200_ms() {
    for (int i = 0; i < 3; i++) {
      assertThat(rate.wait(OBJECT)).isEmpty();
      rate.ran(OBJECT, AT_ONCE);
    }
    assertThat(rate.wait(OBJECT)).contains(Duration.ofMillis(200));

    now = now.plusMillis(200);
    assertThat(rate.wait(OBJECT)).isEmpty();
    rate.ran(OBJECT, AT_ONCE);

    assertThat(rate.wait(OBJECT)).contains(Duration.ofMillis(200));
  }

  @Test
  void says_how_much_of_the_wait_is_left() {
    run(3, AT_ONCE);
    now = now.plusMillis(150);

    assertThat(rate.wait(OBJECT)).contains(Duration.ofMillis(50));
  }

  @Test
  void has_its_burst_again_after_a_rest() {
    run(3, AT_ONCE);
    now = now.plusSeconds(1);

    run(2, AT_ONCE);

    assertThat(rate.wait(OBJECT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"20, 200", "50, 500", "200, 2000", "5000, 5000"})
  void lets_deciding_take_a_tenth_of_the_time_and_nobody_wait_for_more_than_five_seconds(
      int decided, int interval) {
    run(20, Duration.ofMillis(decided));
    Instant before = now;

    now = now.plus(rate.wait(OBJECT).orElseThrow());

    assertThat(Duration.between(before, now)).isEqualTo(Duration.ofMillis(interval));
  }

  @Test
  void counts_each_object_for_itself() {
    run(3, AT_ONCE);

    assertThat(rate.wait(object("b"))).isEmpty();
  }

  @Test
  void does_not_wait_for_a_clock_that_was_set_back() {
    run(3, AT_ONCE);
    now = now.minus(Duration.ofHours(1));

    assertThat(rate.wait(OBJECT)).isEmpty();
    run(3, AT_ONCE);
    assertThat(rate.wait(OBJECT)).contains(Duration.ofMillis(200));
  }

  private void run(int times, Duration decided) {
    for (int i = 0; i < times; i++) {
      now = now.plus(rate.wait(OBJECT).orElse(Duration.ZERO));
      rate.ran(OBJECT, decided);
    }
  }

  private static ConfigMap object(String uid) {
    return new ConfigMapBuilder().withNewMetadata().withUid(uid).endMetadata().build();
  }
}
