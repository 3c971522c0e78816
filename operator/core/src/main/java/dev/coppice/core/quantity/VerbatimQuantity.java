package dev.coppice.core.quantity;

import io.fabric8.kubernetes.api.model.Quantity;

/**
 * A text that stands where a quantity has to, and has no amount that anybody may compute. It is
 * written as it was read. Two are equal if their texts are.
 *
 * <p>Builders of the model make another quantity of it by its amount, which they parse, and its
 * format, which they keep. That one is zero with a format that there is not: no quantity either,
 * and nothing that takes long to compute.
 */
final class VerbatimQuantity extends Quantity {

  private static final long serialVersionUID = 1;

  private static final String AMOUNT = "0";
  private static final String NO_FORMAT = " ~";

  private final String text;

  VerbatimQuantity(String text) {
    super(AMOUNT, NO_FORMAT + text);
    this.text = text;
  }

  /** The text of a quantity as it was read, also of one that a builder has made of another. */
  static String text(Quantity quantity) {
    String text = quantity.toString();
    String mark = AMOUNT + NO_FORMAT;
    return text.startsWith(mark) ? text.substring(mark.length()) : text;
  }

  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VerbatimQuantity quantity && text.equals(quantity.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public int compareTo(Quantity other) {
    return text.compareTo(other.toString());
  }
}
