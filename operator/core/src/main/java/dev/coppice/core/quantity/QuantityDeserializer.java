package dev.coppice.core.quantity;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;

/**
 * Reads quantities so that objects with any of them can be held, compared and hashed: the model
 * compares two by all their digits, of which {@code 1e999999999} has a billion. Each is written
 * again as it was read.
 */
public final class QuantityDeserializer extends JsonDeserializer<Quantity> {

  // The model names a reader and a writer of its own, which count for more than those of a module.
  @JsonDeserialize(using = QuantityDeserializer.class)
  @JsonSerialize(using = ToStringSerializer.class)
  private interface Bounded {}

  /** Lets a mapper read and write quantities so. It must not have read or written any yet. */
  public static void register(ObjectMapper mapper) {
    mapper.addMixIn(Quantity.class, Bounded.class);
  }

  @Override
  public Quantity deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> quantity(parser.getText());
      default -> (Quantity) context.handleUnexpectedToken(Quantity.class, parser);
    };
  }

  private static Quantity quantity(String text) {
    boolean isAmount =
        BoundedQuantity.parse(text) instanceof BoundedQuantity.Amount
            // Kubernetes takes spaces around it, the model does not.
            && text.equals(text.strip());
    return isAmount ? Quantity.parse(text) : new VerbatimQuantity(text);
  }
}
