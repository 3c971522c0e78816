package dev.coppice.webhook.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.webhook.review.ReviewedObject;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.temporal.Temporal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a submitted object that the operator could not read, in the words in which the
 * API server refuses what breaks a schema.
 */
final class UnreadableFindings {

  private UnreadableFindings() {}

  /**
   * The one thing that is wrong: reading ends with it.
   *
   * @param failure why reading ended
   * @param submitted what was read
   */
  static Findings of(JsonProcessingException failure, ReviewedObject submitted) {
    FieldPath path = FieldPath.ROOT;
    List<JsonMappingException.Reference> way =
        failure instanceof JsonMappingException mapping ? mapping.getPath() : List.of();
    for (JsonMappingException.Reference step : way) {
      String name = step.getFieldName();
      if (name == null) {
        path = step.getIndex() < 0 ? path : path.index(step.getIndex());
      } else {
        path = step.getFrom() instanceof Map ? path.key(name) : path.child(name);
      }
    }
    Findings.Collector found = new Findings.Collector();
    found.invalid(path, submitted.value(way), "cannot be read: " + expected(failure));
    return found.findings();
  }

  private static String expected(JsonProcessingException failure) {
    Class<?> type =
        switch (failure) {
          case MismatchedInputException mismatch -> mismatch.getTargetType();
          case JsonProcessingException wrapping
              when wrapping.getCause() instanceof InputCoercionException number ->
              number.getTargetType();
          default -> null;
        };
    return "must be " + noun(type);
  }

  private static String noun(@Nullable Class<?> type) {
    if (type == null) {
      return "a value of another form";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "a boolean";
    }
    if (type == Quantity.class) {
      return "a quantity such as 500m or 16Gi";
    }
    if (type.isEnum()) {
      return "one of " + List.of(type.getEnumConstants());
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "a whole number of %d bits"
          .formatted(type == int.class || type == Integer.class ? Integer.SIZE : Long.SIZE);
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return "a number";
    }
    if (CharSequence.class.isAssignableFrom(type)) {
      return "a string";
    }
    if (Temporal.class.isAssignableFrom(type)) {
      return "a time";
    }
    return Collection.class.isAssignableFrom(type) || type.isArray() ? "an array" : "an object";
  }
}
