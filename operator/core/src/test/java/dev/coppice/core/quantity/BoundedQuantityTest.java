package dev.coppice.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.core.quantity.BoundedQuantity.Amount;
import dev.coppice.core.quantity.BoundedQuantity.Refusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedQuantityTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "+1, 1",
    "-1, -1",
    "007, 7",
    "1.50, 1.5",
    ".5, 0.5",
    "5., 5",
    "-.5, -0.5",
    "' 1 ', 1",
    "1n, 0.000000001",
    "1u, 0.000001",
    "1500m, 1.5",
    "2k, 2000",
    "2M, 2000000",
    "2G, 2000000000",
    "2T, 2000000000000",
    "2P, 2000000000000000",
    "2E, 2000000000000000000",
    "1Ki, 1024",
    "1Mi, 1048576",
    "1Gi, 1073741824",
    "1Ti, 1099511627776",
    "1Pi, 1125899906842624",
    "1Ei, 1152921504606846976",
    "0.5Ki, 512",
    "-1Gi, -1073741824",
    "1e3, 1000",
    "1E3, 1000",
    "1e+3, 1000",
    "15e-1, 1.5",
    "1E-3, 0.001",
    "0e40, 0",
    "1e0000000003, 1000",
    // What is finer than a billionth is rounded away from zero.
    "0.0000000001, 0.000000001",
    "-0.0000000001, -0.000000001",
    "1.0000000001, 1.000000001",
    "0.1n, 0.000000001",
    "1e-40, 0.000000001",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775807, -9223372036854775807",
    "9223372036854775807.5, 9223372036854775807.5",
    "7.99Ei, 9211842821808707338.24",
    "0.00000000000000000000000000000000000001, 0.000000001",
  })
  void reads_what_kubernetes_reads(String text, String value) {
    assertThat(BoundedQuantity.parse(text)).isEqualTo(new Amount(new BigDecimal(value)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "-9223372036854775808",
        "9223372036854775807.9999999999",
        "8Ei",
        "10E",
        "1e19",
        "1e40",
        "1e41",
        "1e-41",
        "1e40000000",
        "1e999999999",
        "-1e999999999",
        "1e-999999999",
        "0e999999999",
        "1e2147483648",
        "1e99999999999999999999999999999999999999",
        "1e-9999999999999999999999999999999999999",
        "9999999999999999999999999999999999999999",
      })
  void computes_nothing_that_kubernetes_does_not_hold(String text) {
    assertThat(text).hasSizeLessThanOrEqualTo(BoundedQuantity.LONGEST);
    assertThat(read(text)).isEqualTo(Refusal.OUT_OF_BOUNDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "+",
        "-",
        "m",
        "Ki",
        "e3",
        "two",
        "1 m",
        "1e",
        "1e+",
        "1e3m",
        "1m3",
        "1ki",
        "1K",
        "1i",
        "1Mi5",
        "1.2.3",
        "--1",
        "0x10",
        "1_000",
        "1,5",
        "NaN",
        "Infinity",
        "٣",
        "1e٣",
        "½",
        "1\n2",
        "1µ",
      })
  void tells_what_is_no_quantity(String text) {
    assertThat(read(text)).isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void what_is_not_there_is_no_quantity() {
    assertThat(BoundedQuantity.parse(null)).isEqualTo(Refusal.MALFORMED);
    assertThat(BoundedQuantity.of(null)).isEqualTo(Refusal.MALFORMED);
  }

  @Test
  void does_not_look_into_a_text_of_more_than_forty_characters() {
    String longest = "1" + " ".repeat(39);
    assertThat(read(longest)).isEqualTo(new Amount(BigDecimal.ONE));
    for (String character : List.of("0", "9", ".", "e", "K", "-", " ", "٣", "\0")) {
      for (int length : List.of(40, 1000, 1 << 20)) {
        assertThat(read("1" + character.repeat(length))).isEqualTo(Refusal.TOO_LONG);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_refusal_says_what_has_to_be_so(Refusal refusal) {
    assertThat(refusal.rule()).startsWith("must ");
  }

  @Test
  void amounts_are_equal_by_what_they_are() {
    assertThat(read("1")).isEqualTo(read("1000m")).hasSameHashCodeAs(read("1000m"));
    assertThat(read("1Ki")).isEqualTo(read("1024.0")).isEqualTo(read("1.024e3"));
    assertThat(read("0")).isEqualTo(read("-0.00")).hasSameHashCodeAs(read("0e40"));
    assertThat(read("1")).isNotEqualTo(read("1001m"));
    assertThat((Amount) read("1500m")).isLessThan((Amount) read("2")).isGreaterThan(amount("1"));
  }

  @Test
  void where_there_is_no_amount_there_is_nothing() {
    assertThat(read("2").orZero()).isEqualTo(BigDecimal.TWO);
    assertThat(read("1e99").orZero()).isZero();
    assertThat(read("two").orZero()).isZero();
  }

  private static Amount amount(String text) {
    return (Amount) BoundedQuantity.parse(text);
  }

  /** Computed digit by digit, some of these take hours, others more memory than there is. */
  private static BoundedQuantity read(String text) {
    return assertTimeoutPreemptively(Duration.ofSeconds(5), () -> BoundedQuantity.parse(text));
  }
}
