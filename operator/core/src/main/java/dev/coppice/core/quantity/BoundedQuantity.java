package dev.coppice.core.quantity;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A quantity such as {@code 1500m} or {@code 16Gi}, which somebody outside has written. To read one
 * costs no more than its text is long, whatever it says: no digit is computed that does not stand
 * there before it is known that there are few.
 */
public sealed interface BoundedQuantity {

  /** The longest text that is read, in characters. */
  int LONGEST = 40;

  /** The largest exponent that is read, and below 0 the smallest. */
  int LARGEST_EXPONENT = 40;

  /** What Kubernetes holds is below it: 2^63 of the base unit, which is a core, byte or device. */
  BigDecimal LIMIT = BigDecimal.TWO.pow(63);

  /**
   * What a text amounts to. Two are equal if they amount to the same, whatever their unit.
   *
   * @param value in the base unit, with no more digits than it needs; as in Kubernetes, a fraction
   *     is rounded away from zero to a billionth
   */
  record Amount(BigDecimal value) implements BoundedQuantity, Comparable<Amount> {

    /** Drops zeros at the end of the fraction. */
    public Amount {
      BigDecimal shortest = value.stripTrailingZeros();
      value = shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }

    @Override
    public int compareTo(Amount other) {
      return value.compareTo(other.value);
    }
  }

  /** Why a text has no amount. */
  enum Refusal implements BoundedQuantity {
    /** It has more characters than are read. */
    TOO_LONG("must have at most %d characters".formatted(LONGEST)),
    /** It amounts to more than Kubernetes holds, or its exponent is beyond what is read. */
    OUT_OF_BOUNDS(
        "must be below 2^63 (9223372036854775808) and above -2^63, with an exponent from -%d to %d"
            .formatted(LARGEST_EXPONENT, LARGEST_EXPONENT)),
    /** It is no quantity. */
    MALFORMED("must be a quantity such as 500m or 16Gi");

    private final String rule;

    Refusal(String rule) {
      this.rule = rule;
    }

    /** What has to be so instead, as the detail of a field error. */
    public String rule() {
      return rule;
    }
  }

  /** Reads a text as Kubernetes does, with the spaces around it. */
  static BoundedQuantity parse(@Nullable String text) {
    if (text == null) {
      return Refusal.MALFORMED;
    }
    return text.length() > LONGEST ? Refusal.TOO_LONG : QuantityNotation.read(text.strip());
  }

  /** Reads what stands in an object. */
  static BoundedQuantity of(@Nullable Quantity quantity) {
    return parse(quantity == null ? null : text(quantity));
  }

  /** The text of a quantity as it was read, also of one that a builder has made of another. */
  static String text(Quantity quantity) {
    return VerbatimQuantity.text(quantity);
  }

  /** The amount; 0 where there is none. */
  default BigDecimal orZero() {
    return this instanceof Amount(BigDecimal value) ? value : BigDecimal.ZERO;
  }
}
