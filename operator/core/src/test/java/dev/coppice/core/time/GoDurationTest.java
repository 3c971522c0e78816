package dev.coppice.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "+0, PT0S",
    "-0, PT0S",
    "0s, PT0S",
    "5s, PT5S",
    "+5s, PT5S",
    "-5s, PT-5S",
    "4h, PT4H",
    "2m, PT2M",
    "250ms, PT0.25S",
    "7us, PT0.000007S",
    "7µs, PT0.000007S",
    "7μs, PT0.000007S",
    "9ns, PT0.000000009S",
    "1.5s, PT1.5S",
    ".5h, PT30M",
    "1.h, PT1H",
    "1h15m30.918s, PT1H15M30.918S",
    "-2m3.4s, PT-2M-3.4S",
    "5s3h, PT3H5S",
    "1.9ns, PT0.000000001S",
    "2562047h47m16.854775807s, PT2562047H47M16.854775807S",
    "-2562047h47m16.854775808s, PT-2562047H-47M-16.854775808S",
  })
  void reads_every_unit_fraction_and_sign(String text, Duration expected) {
    assertThat(GoDuration.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'time: invalid duration \"\"'",
    "-, 'time: invalid duration \"-\"'",
    "., 'time: invalid duration \".\"'",
    ".s, 'time: invalid duration \".s\"'",
    "s, 'time: invalid duration \"s\"'",
    "--5s, 'time: invalid duration \"--5s\"'",
    "5, 'time: missing unit in duration \"5\"'",
    "1h5, 'time: missing unit in duration \"1h5\"'",
    "5d, 'time: unknown unit \"d\" in duration \"5d\"'",
    "5S, 'time: unknown unit \"S\" in duration \"5S\"'",
    "5 s, 'time: unknown unit \" s\" in duration \"5 s\"'",
    "2562048h, 'time: invalid duration \"2562048h\"'",
    "9223372036854775808ns, 'time: invalid duration \"9223372036854775808ns\"'",
  })
  void says_what_is_wrong_in_the_words_of_go(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoDuration.parse(text))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.000000001S, 1ns",
    "PT0.0000015S, 1.5µs",
    "PT0.25S, 250ms",
    "PT1.5S, 1.5s",
    "PT20S, 20s",
    "PT1M, 1m0s",
    "PT4H, 4h0m0s",
    "PT1H1M1.001S, 1h1m1.001s",
    "PT-1.5S, -1.5s",
    "PT-0.001S, -1ms",
    "PT99999999999999S, 2562047h47m16.854775807s",
    "PT-99999999999999S, -2562047h47m16.854775808s",
  })
  void writes_durations_as_go_does(Duration duration, String expected) {
    assertThat(GoDuration.format(duration)).isEqualTo(expected);
  }

  @Test
  void does_not_look_into_a_text_of_more_than_64_characters() {
    String longest = "0".repeat(62) + "1s";

    assertThat(GoDuration.parse(longest)).isEqualTo(Duration.ofSeconds(1));
    for (String text : List.of("0" + longest, "9".repeat(1 << 20) + "h", "1h".repeat(1 << 19))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> GoDuration.parse(text))
          .withMessage("time: a duration may not be more than 64 characters");
    }
  }

  @ParameterizedTest
  @CsvSource({"2d4h30m, PT52H30M", "5w4d12h, PT948H", "-3w, PT-504H", "1.5d, PT36H", "5s, PT5S"})
  void reads_days_and_weeks_where_they_are_allowed(String text, Duration expected) {
    assertThat(GoDuration.parseWithDays(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT10S, 10s",
    "PT10M, 10m",
    "PT10M5S, 10m5s",
    "PT1H, 1h",
    "PT1H5S, 1h0m5s",
    "PT1H30M, 1h30m",
    "PT1M40S, 1m40s",
    "PT-1H, -1h",
    "PT0.25S, 250ms",
  })
  void leaves_zeros_at_the_end_out_where_that_is_asked(Duration duration, String expected) {
    assertThat(GoDuration.brief(duration)).isEqualTo(expected);
    assertThat(GoDuration.parse(expected)).isEqualTo(duration);
  }

  @Property(tries = 500)
  void reads_back_what_it_writes(@ForAll long nanoseconds) {
    Duration duration = Duration.ofNanos(nanoseconds);

    assertThat(GoDuration.parse(GoDuration.format(duration))).isEqualTo(duration);
  }
}
