package dev.coppice.testkit.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JournalTest {

  private static final Duration QUIET = Duration.ofMillis(30);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Journal journal = new Journal(Clock.systemUTC());

  @Test
  void counts_only_the_silence_after_a_given_instant() throws InterruptedException {
    long begin = journal.lastArrival();
    assertThat(journal.awaitQuiet(QUIET, begin, LONG)).isTrue();
    long later = System.nanoTime() + LONG.toNanos();

    boolean quiet = journal.awaitQuiet(QUIET, later, Duration.ZERO);

    assertThat(quiet).isFalse();
    assertThat(journal.awaitQuiet(QUIET, begin, Duration.ZERO)).isTrue();
  }
}
