package dev.coppice.core.queue.victim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.MinRuntime;
import dev.coppice.core.queue.MinRuntimeText;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtectionTest {

  private static Instant at(String time) {
    return Instant.parse("2026-01-02T" + time + "Z");
  }

  private static MinRuntime minRuntime(String text) {
    return MinRuntimeText.ofQueue(text).value().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          30s,  12:00:00,     12:00:00,     NotReached,     12:00:30, 12:00:31
          30s,  12:00:00,     12:00:30,     NotReached,     12:00:30, 12:00:31
          30s,  12:00:00,     12:00:30.999, NotReached,     12:00:30, 12:00:31
          30s,  12:00:00,     12:00:31,     Reached,        12:00:30, -
          30s,  12:00:00.999, 12:00:30.999, NotReached,     12:00:30, 12:00:31
          30s,  12:00:00.999, 12:00:31,     Reached,        12:00:30, -
          1.5s, 12:00:00,     12:00:02.9,   NotReached,     12:00:02, 12:00:03
          1.5s, 12:00:00,     12:00:03,     Reached,        12:00:02, -
          1ns,  12:00:00,     12:00:01,     NotReached,     12:00:01, 12:00:02
          30s,  12:00:00,     11:00:00,     NotReached,     12:00:30, 12:00:31
          30s,  -,            12:00:00,     NotStarted,     -,        -
          0s,   12:00:00,     12:00:00,     NoMinRuntime,   -,        -
          0s,   -,            12:00:00,     NoMinRuntime,   -,        -
          -1,   12:00:00,     23:00:00,     NeverEvictable, -,        -
          -1,   -,            12:00:00,     NeverEvictable, -,        -
          """)
  void in_whole_seconds_and_never_shorter_than_promised(
      String minRuntime, String start, String now, String expected, String until, String release) {
    Protection protection =
        Protection.of(minRuntime(minRuntime), start == null ? null : at(start), at(now));

    assertThat(protection.getClass().getSimpleName()).isEqualTo(expected);
    assertThat(protection.holds())
        .isEqualTo(expected.equals("NotReached") || expected.equals("NeverEvictable"));
    assertThat(protection.release().orElse(null)).isEqualTo(release == null ? null : at(release));
    Instant last =
        switch (protection) {
          case Protection.Reached(Instant second) -> second;
          case Protection.NotReached(Instant second) -> second;
          default -> null;
        };
    assertThat(last).isEqualTo(until == null ? null : at(until));
  }
}
