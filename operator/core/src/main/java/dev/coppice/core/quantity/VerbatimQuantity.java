package dev.coppice.core.quantity;

import io.fabric8.kubernetes.api.model.Quantity;

/**
 * A text that stands where a quantity has to, and has no amount that anybody may compute. It is
 * written as it was read. Two are equal if their texts are.
 */
final class VerbatimQuantity extends Quantity {

  private static final long serialVersionUID = 1;

  VerbatimQuantity(String text) {
    super(text, "");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VerbatimQuantity quantity && toString().equals(quantity.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public int compareTo(Quantity other) {
    return toString().compareTo(other.toString());
  }
}
