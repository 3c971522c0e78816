package dev.coppice.core.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.core.quantity.BoundedQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One spelling for templates that mean the same: keys sorted, list order kept, nulls, empty lists
 * and empty string maps dropped, quantities by value. Every other empty object stays, because it
 * has a meaning of its own.
 */
final class CanonicalJson {

  private static final Set<String> STRING_MAPS =
      Set.of(
          "labels", "annotations", "nodeSelector", "matchLabels", "limits", "requests", "overhead");
  private static final Set<String> QUANTITY_MAPS = Set.of("limits", "requests", "overhead");
  private static final Set<String> QUANTITIES = Set.of("sizeLimit", "divisor");

  /** The longest fraction, and the most zeros at an end, that a quantity is written out with. */
  private static final int MOST_DIGITS = BoundedQuantity.LONGEST + BoundedQuantity.LARGEST_EXPONENT;

  private CanonicalJson() {}

  static JsonNode of(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> canonicalObject(object);
      case ArrayNode array -> canonicalArray(array);
      default -> node;
    };
  }

  private static ObjectNode canonicalObject(ObjectNode object) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      JsonNode value = canonicalField(field.getKey(), field.getValue());
      if (!isDropped(field.getKey(), value)) {
        sorted.put(field.getKey(), value);
      }
    }
    ObjectNode canonical = JsonNodeFactory.instance.objectNode();
    sorted.forEach(canonical::set);
    return canonical;
  }

  private static JsonNode canonicalField(String name, JsonNode value) {
    if (QUANTITY_MAPS.contains(name) && value instanceof ObjectNode quantities) {
      ObjectNode byValue = JsonNodeFactory.instance.objectNode();
      quantities
          .properties()
          .forEach(entry -> byValue.set(entry.getKey(), quantity(entry.getValue())));
      return of(byValue);
    }
    return QUANTITIES.contains(name) ? quantity(value) : of(value);
  }

  private static ArrayNode canonicalArray(ArrayNode array) {
    ArrayNode canonical = JsonNodeFactory.instance.arrayNode();
    array.forEach(item -> canonical.add(of(item)));
    return canonical;
  }

  private static boolean isDropped(String name, JsonNode value) {
    return value.isNull()
        || (value.isArray() && value.isEmpty())
        || (value.isObject() && value.isEmpty() && STRING_MAPS.contains(name));
  }

  // What is no quantity (a user's own field of that name) is taken as it stands, and so is what is
  // not worth its digits: of 1e999999999 they fill the memory. All others are as they have ever
  // been, wherever they stand: another form of any of them would replace pods that run.
  private static JsonNode quantity(JsonNode value) {
    if (!value.isTextual() && !value.isNumber()) {
      return of(value);
    }
    String text = value.asText();
    if (text.length() > BoundedQuantity.LONGEST) {
      return value;
    }
    try {
      BigDecimal amount = Quantity.getAmountInBytes(Quantity.parse(text)).stripTrailingZeros();
      return Math.abs(amount.scale()) > MOST_DIGITS
          ? value
          : JsonNodeFactory.instance.textNode(amount.toPlainString());
    } catch (IllegalArgumentException | ArithmeticException e) {
      return value;
    }
  }
}
