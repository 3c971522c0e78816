package dev.coppice.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.Stream;
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
            new StatusWrite.At(NOW.plusMillis(500))),
        Arguments.of(
            "a later change waits for the rest of it",
            true,
            false,
            NOW.minusMillis(400),
            new StatusWrite.At(NOW.plusMillis(100))),
        Arguments.of(
            "at the end of the interval", true, false, NOW.minusMillis(500), new StatusWrite.Now()),
        Arguments.of(
            "a clock that jumped back lengthens the wait",
            true,
            false,
            NOW.plusSeconds(1),
            new StatusWrite.At(NOW.plusMillis(1500))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void writes_at_once_only_what_somebody_waits_for(
      String row, boolean changed, boolean urgent, Instant since, StatusWrite expected) {
    assertThat(StatusWrite.decide(changed, urgent, since, NOW)).isEqualTo(expected);
  }
}
