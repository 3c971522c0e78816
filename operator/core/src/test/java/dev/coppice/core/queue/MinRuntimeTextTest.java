package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MinRuntimeTextTest {

  private static final String ACCEPTED =
      "must be a length of time in h, m, s, ms, us and ns such as 10m or 1h30m, 0s to evict at any"
          + " time, or -1 never to evict";

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "0s, 0s",
    "+0, 0s",
    "-0s, 0s",
    "0h0m, 0s",
    "10m, 10m",
    "+10m, 10m",
    "90s, 1m30s",
    "1h15m30.9s, 1h15m30.9s",
    "1ns, 1ns",
    "5us, 5µs",
    "5µs, 5µs",
    "7ms, 7ms",
    "-1, -1",
    "-1s, -1",
    "-5m, -1",
    "876000h, -1",
    "2000000h, -1",
    "875999h59m59s, 875999h59m59s",
  })
  void what_a_queue_says(String text, String meaning) {
    assertThat(MinRuntimeText.ofQueue(text).value()).map(MinRuntime::text).contains(meaning);
  }

  @Test
  void nothing_is_no_value() {
    assertThat(MinRuntimeText.ofQueue(null)).isEqualTo(new MinRuntimeText.Unset());
    assertThat(MinRuntimeText.ofQueue(null).value()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      quoteCharacter = '\u0000',
      emptyValue = "",
      textBlock =
          """
          10|time: missing unit in duration "10"
          -2|time: missing unit in duration "-2"
          1d|time: unknown unit "d" in duration "1d"
          2w|time: unknown unit "w" in duration "2w"
          1h5|time: missing unit in duration "1h5"
          abc|time: invalid duration "abc"
          5 s|time: unknown unit " s" in duration "5 s"
           5s|time: invalid duration " 5s"
          1h-30m|time: unknown unit "h-" in duration "1h-30m"
          2562048h|time: invalid duration "2562048h"
          """)
  void what_a_queue_may_not_say(String text, String why) {
    assertThat(MinRuntimeText.ofQueue(text))
        .isEqualTo(new MinRuntimeText.Refused(text, why + "; " + ACCEPTED));
  }

  @Test
  void an_empty_text_is_no_length_of_time() {
    assertThat(MinRuntimeText.ofQueue(""))
        .isEqualTo(new MinRuntimeText.Refused("", "time: invalid duration \"\"; " + ACCEPTED));
  }

  @Test
  void a_text_beyond_reason_is_not_read() {
    String longest = "0".repeat(63) + "s";

    assertThat(MinRuntimeText.ofQueue(longest).value()).contains(new MinRuntime.None());
    assertThat(MinRuntimeText.ofQueue("0" + longest))
        .isEqualTo(new MinRuntimeText.Refused("0" + longest, "may not be more than 64 characters"));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, true, ''",
    "-1s, true, -1s counts as never evictable; write -1",
    "-5m, true, -5m counts as never evictable; write -1",
    "-0s, false, ''",
    "10m, false, ''",
    "876000h, false, ''",
  })
  void negative_lengths_are_told(String text, boolean negative, String warning) {
    assertThat(MinRuntimeText.ofQueue(text))
        .isInstanceOfSatisfying(
            MinRuntimeText.Read.class,
            read -> {
              assertThat(read.negative()).isEqualTo(negative);
              assertThat(read.warning().orElse("")).isEqualTo(warning);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "5s, 5s",
    "10s, 10s",
    "10m5s, 10m5s",
    "1m, 1m",
    "1.5s, 1.5s",
    "2m30s, 2m30s",
    "1h, 1h",
    "1h30m, 1h30m",
    "2h45m15s, 2h45m15s",
    "2d4h30m, 52h30m",
    "5w4d12h, 948h",
    "-1, -1",
    "-5s, -1",
    "-10m, -1",
    "-1h, -1",
    "-2d, -1",
    "-3w, -1",
  })
  void what_is_said_of_a_node_pool(String text, String meaning) {
    assertThat(MinRuntimeText.ofNodePool(text).value()).map(MinRuntime::text).contains(meaning);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "1h2", "2h45m15", "abc", "1h-30m", "dfdsfdfdf", ""})
  void what_may_not_be_said_of_a_node_pool(String text) {
    assertThat(MinRuntimeText.ofNodePool(text))
        .isInstanceOfSatisfying(
            MinRuntimeText.Refused.class,
            refused ->
                assertThat(refused.why())
                    .startsWith("time: ")
                    .contains("; must be a length of time in w, d, h, m, s, ms, us and ns "));
  }
}
