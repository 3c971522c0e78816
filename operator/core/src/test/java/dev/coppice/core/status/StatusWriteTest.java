package dev.coppice.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Pending;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StatusWriteTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:10Z");

  static Stream<Arguments> rows() {
    return Stream.of(
        Arguments.of("nothing changed", false, true, null, new StatusWrite.Unchanged()),
        Arguments.of("somebody waits for it", true, true, null, new StatusWrite.Now()),
        Arguments.of(
            "a first small change waits a whole interval",
            true,
            false,
            null,
            new StatusWrite.At(NOW.plusMillis(500), Pending.STATUS)),
        Arguments.of(
            "a later change waits for the rest of it",
            true,
            false,
            NOW.minusMillis(400),
            new StatusWrite.At(NOW.plusMillis(100), Pending.STATUS)),
        Arguments.of(
            "at the end of the interval", true, false, NOW.minusMillis(500), new StatusWrite.Now()),
        Arguments.of(
            "a clock that jumped back lengthens the wait",
            true,
            false,
            NOW.plusSeconds(1),
            new StatusWrite.At(NOW.plusMillis(1500), Pending.STATUS)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void writes_at_once_only_what_somebody_waits_for(
      String row, boolean changed, boolean urgent, Instant since, StatusWrite expected) {
    assertThat(StatusWrite.decide(changed, urgent, null, memory(Pending.STATUS, since), NOW))
        .isEqualTo(expected);
  }

  private static Memory memory(Pending pending, @Nullable Instant since) {
    return since == null ? Memory.none() : Memory.none().withPending(pending, since);
  }

  @Test
  void lets_a_change_of_words_wait_longer() {
    Duration words = StatusWrite.WORDS_INTERVAL;

    assertThat(StatusWrite.decide(true, false, words, Memory.none(), NOW))
        .isEqualTo(new StatusWrite.At(NOW.plusSeconds(10), Pending.WORDS));
    assertThat(
            StatusWrite.decide(
                true, false, words, memory(Pending.WORDS, NOW.minusSeconds(10)), NOW))
        .isEqualTo(new StatusWrite.Now());
  }

  @Test
  void lets_numbers_that_come_to_waiting_words_wait_for_their_own_interval() {
    assertThat(
            StatusWrite.decide(true, false, null, memory(Pending.WORDS, NOW.minusSeconds(9)), NOW))
        .isEqualTo(new StatusWrite.At(NOW.plusMillis(500), Pending.STATUS));
  }
}
