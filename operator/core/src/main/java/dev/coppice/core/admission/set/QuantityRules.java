package dev.coppice.core.admission.set;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.quantity.BoundedQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Map;

/**
 * Quantities that Kubernetes does not hold, wherever the model of a set has one: in containers, in
 * volumes, in metrics, in claims. Of those that it does not take at all, its own words tell when a
 * pod is made.
 */
final class QuantityRules {

  private static final ObjectWriter LOOK =
      JsonMapper.builder().addMixIn(Quantity.class, Looked.class).build().writer();

  private QuantityRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    try {
      LOOK.withAttribute(Findings.Collector.class, found)
          .writeValue(Writer.nullWriter(), set.getSpec());
    } catch (IOException e) {
      throw new UncheckedIOException("values of the model are JSON", e);
    }
  }

  @JsonSerialize(using = Look.class)
  private interface Looked {}

  /** To write a set is to come by all its quantities, also by those of a later model. */
  private static final class Look extends JsonSerializer<Quantity> {

    @Override
    public void serialize(
        Quantity quantity, JsonGenerator generator, SerializerProvider serializers)
        throws IOException {
      String text = BoundedQuantity.text(quantity);
      switch (BoundedQuantity.parse(text)) {
        case BoundedQuantity.Amount _ -> {}
        case BoundedQuantity.Refusal refusal -> {
          if (refusal != BoundedQuantity.Refusal.MALFORMED) {
            Findings.Collector found =
                (Findings.Collector) serializers.getAttribute(Findings.Collector.class);
            found.invalid(path(generator.getOutputContext()), text, refusal.rule());
          }
        }
      }
      generator.writeString(text);
    }

    private static FieldPath path(JsonStreamContext place) {
      JsonStreamContext parent = place.getParent();
      if (parent == null) {
        return FieldPath.of("spec");
      }
      FieldPath above = path(parent);
      if (place.inArray()) {
        return above.index(place.getCurrentIndex());
      }
      return place.getCurrentValue() instanceof Map
          ? above.key(place.getCurrentName())
          : above.child(place.getCurrentName());
    }
  }
}
