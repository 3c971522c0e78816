package dev.coppice.core.quantity;

import dev.coppice.core.quantity.BoundedQuantity.Amount;
import dev.coppice.core.quantity.BoundedQuantity.Refusal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How Kubernetes writes quantities. */
final class QuantityNotation {

  private static final Pattern QUANTITY =
      Pattern.compile(
          "(?<number>[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))"
              + "(?:[eE](?<exponent>[+-]?[0-9]+)|(?<unit>[a-zA-Z]{1,2}))?");

  /** In steps of a billionth. */
  private static final int FINEST_SCALE = 9;

  private static final BigDecimal LARGEST_EXPONENT =
      BigDecimal.valueOf(BoundedQuantity.LARGEST_EXPONENT);

  private static final Map<String, BigDecimal> UNITS =
      Map.ofEntries(
          Map.entry("n", powerOfTen(-9)),
          Map.entry("u", powerOfTen(-6)),
          Map.entry("m", powerOfTen(-3)),
          Map.entry("k", powerOfTen(3)),
          Map.entry("M", powerOfTen(6)),
          Map.entry("G", powerOfTen(9)),
          Map.entry("T", powerOfTen(12)),
          Map.entry("P", powerOfTen(15)),
          Map.entry("E", powerOfTen(18)),
          Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
          Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
          Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
          Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
          Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
          Map.entry("Ei", BigDecimal.valueOf(1L << 60)));

  private QuantityNotation() {}

  private static BigDecimal powerOfTen(int exponent) {
    return BigDecimal.ONE.scaleByPowerOfTen(exponent);
  }

  /** Reads a text that is known to be short. */
  static BoundedQuantity read(String text) {
    Matcher quantity = QUANTITY.matcher(text);
    if (!quantity.matches()) {
      return Refusal.MALFORMED;
    }
    BigDecimal number = new BigDecimal(quantity.group("number"));
    String exponent = quantity.group("exponent");
    if (exponent != null) {
      return withExponent(number, new BigDecimal(exponent));
    }
    String unit = quantity.group("unit");
    BigDecimal factor = unit == null ? BigDecimal.ONE : UNITS.get(unit);
    return factor == null ? Refusal.MALFORMED : within(number.multiply(factor));
  }

  // What stands there as an exponent may be more than an int holds.
  private static BoundedQuantity withExponent(BigDecimal number, BigDecimal exponent) {
    return exponent.abs().compareTo(LARGEST_EXPONENT) > 0
        ? Refusal.OUT_OF_BOUNDS
        : within(number.scaleByPowerOfTen(exponent.intValueExact()));
  }

  private static BoundedQuantity within(BigDecimal exact) {
    BigDecimal held =
        exact.scale() > FINEST_SCALE ? exact.setScale(FINEST_SCALE, RoundingMode.UP) : exact;
    return held.abs().compareTo(BoundedQuantity.LIMIT) < 0
        ? new Amount(held)
        : Refusal.OUT_OF_BOUNDS;
  }
}
