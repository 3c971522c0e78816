package dev.coppice.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.quantity.BoundedQuantity.Amount;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;

class BoundedQuantityPropertyTest {

  private static final Map<String, BigDecimal> FACTORS =
      Map.ofEntries(
          Map.entry("", BigDecimal.ONE),
          Map.entry("n", new BigDecimal("0.000000001")),
          Map.entry("u", new BigDecimal("0.000001")),
          Map.entry("m", new BigDecimal("0.001")),
          Map.entry("k", new BigDecimal("1000")),
          Map.entry("M", new BigDecimal("1000000")),
          Map.entry("G", new BigDecimal("1000000000")),
          Map.entry("Ki", new BigDecimal(BigInteger.TWO.pow(10))),
          Map.entry("Gi", new BigDecimal(BigInteger.TWO.pow(30))),
          Map.entry("Ei", new BigDecimal(BigInteger.TWO.pow(60))),
          Map.entry("e2", new BigDecimal("100")),
          Map.entry("E-4", new BigDecimal("0.0001")));

  /** A quantity, and what it amounts to exactly. */
  record Sample(String text, BigDecimal exact) {}

  @Provide
  Arbitrary<Sample> quantities() {
    return Combinators.combine(
            Arbitraries.bigDecimals()
                .between(new BigDecimal("-1000000"), new BigDecimal("1000000"))
                .ofScale(4),
            Arbitraries.of(FACTORS.keySet()))
        .as((number, unit) ->
            new Sample(number.toPlainString() + unit, number.multiply(FACTORS.get(unit))));
  }

  @Property
  void agrees_with_exact_arithmetic(
      @ForAll("quantities") Sample one, @ForAll("quantities") Sample other) {
    BoundedQuantity read = BoundedQuantity.parse(one.text());
    assertThat(read instanceof Amount)
        .isEqualTo(one.exact().abs().compareTo(BigDecimal.TWO.pow(63)) < 0);
    if (read instanceof Amount amount
        && BoundedQuantity.parse(other.text()) instanceof Amount another) {
      BigDecimal held = held(one.exact());
      assertThat(amount.value()).isEqualByComparingTo(held);
      assertThat(amount.compareTo(another)).isEqualTo(held.compareTo(held(other.exact())));
      assertThat(amount.equals(another)).isEqualTo(held.compareTo(held(other.exact())) == 0);
    }
  }

  @Property
  void one_amount_is_one_whatever_its_spelling(@ForAll("quantities") Sample sample) {
    if (BoundedQuantity.parse(sample.text()) instanceof Amount amount) {
      String plain = amount.value().toPlainString();
      assertThat(BoundedQuantity.parse(plain)).isEqualTo(amount).hasSameHashCodeAs(amount);
    }
  }

  // 2^60 has more digits than the model computes with.
  @Property
  void agrees_with_the_model(@ForAll("quantities") Sample sample) {
    if (BoundedQuantity.parse(sample.text()) instanceof Amount amount
        && !sample.text().endsWith("Ei")) {
      assertThat(amount.value())
          .isEqualByComparingTo(held(Quantity.getAmountInBytes(Quantity.parse(sample.text()))));
    }
  }

  @Property
  void reads_any_text_without_a_word(@ForAll @StringLength(max = 60) String text) {
    assertThat(BoundedQuantity.parse(text)).isNotNull();
  }

  @Property
  void what_is_read_is_small(
      @ForAll @StringLength(max = 42) @CharRange(from = '0', to = '9') String digits,
      @ForAll @StringLength(max = 42) @CharRange(from = '+', to = 'i') String rest) {
    if (BoundedQuantity.parse(digits + rest) instanceof Amount amount) {
      assertThat(amount.value().scale()).isBetween(0, 9);
      assertThat(amount.value().precision()).isLessThanOrEqualTo(28);
    }
  }

  private static BigDecimal held(BigDecimal exact) {
    return exact.scale() > 9 ? exact.setScale(9, RoundingMode.UP) : exact;
  }
}
