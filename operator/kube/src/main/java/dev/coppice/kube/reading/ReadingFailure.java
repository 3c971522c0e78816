package dev.coppice.kube.reading;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.status.Words;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why something could not be read, for people: where it stands, and what is wrong with it. */
final class ReadingFailure {

  private ReadingFailure() {}

  static Unreadable of(Throwable failure) {
    ReadingBounds.Exceeded exceeded = find(failure, ReadingBounds.Exceeded.class);
    String path = failure instanceof JsonMappingException mapping ? path(mapping) : "";
    return new Unreadable(
        Words.quote(path), Words.quote(exceeded == null ? cause(failure) : message(exceeded)));
  }

  private static String message(ReadingBounds.Exceeded exceeded) {
    return exceeded.getOriginalMessage();
  }

  private static String path(JsonMappingException failure) {
    FieldPath path = FieldPath.ROOT;
    for (JsonMappingException.Reference step : failure.getPath()) {
      if (step.getFieldName() == null) {
        path = step.getIndex() < 0 ? path : path.index(step.getIndex());
      } else if (step.getFrom() instanceof Map) {
        path = path.key(Words.quote(step.getFieldName()));
      } else {
        path = path.child(Words.quote(step.getFieldName()));
      }
    }
    return path.text();
  }

  private static String cause(Throwable failure) {
    InputCoercionException number = find(failure, InputCoercionException.class);
    if (number != null) {
      return "a number that is no " + noun(number.getTargetType());
    }
    if (find(failure, StreamConstraintsException.class) != null) {
      return "a value that is too long";
    }
    return switch (failure) {
      case StackOverflowError _ -> "nested too deep";
      case InvalidNullException _ -> "null, where a value is due";
      case MismatchedInputException mismatch -> {
        String found = found(mismatch);
        String expected = "expected " + article(mismatch.getTargetType());
        yield found.isEmpty() ? expected : expected + ", found " + found;
      }
      default -> "cannot be read: " + root(failure).getClass().getSimpleName();
    };
  }

  private static String found(MismatchedInputException mismatch) {
    if (mismatch instanceof InvalidFormatException format) {
      return format.getValue() instanceof Number ? "a number that is none" : "a text that is none";
    }
    JsonToken token =
        mismatch.getProcessor() instanceof JsonParser parser ? parser.currentToken() : null;
    return switch (token) {
      case START_OBJECT, FIELD_NAME, END_OBJECT -> "an object";
      case START_ARRAY, END_ARRAY -> "a list";
      case VALUE_STRING -> "a text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "true or false";
      case VALUE_NULL -> "null";
      case null, default -> "";
    };
  }

  private static String article(@Nullable Class<?> type) {
    String noun = noun(type);
    return noun.startsWith("one of") || noun.startsWith("true") ? noun : "a " + noun;
  }

  private static String noun(@Nullable Class<?> type) {
    if (type == null) {
      return "value of another form";
    }
    if (type.isEnum()) {
      return "one of "
          + Arrays.stream(type.getEnumConstants())
              .map(Object::toString)
              .collect(Collectors.joining(", "));
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "whole number of %d bits"
          .formatted(type == int.class || type == Integer.class ? Integer.SIZE : Long.SIZE);
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return "number";
    }
    if (CharSequence.class.isAssignableFrom(type)) {
      return "text";
    }
    if (Temporal.class.isAssignableFrom(type)) {
      return "time";
    }
    if (Collection.class.isAssignableFrom(type) || type.isArray()) {
      return "list";
    }
    return Map.class.isAssignableFrom(type) ? "map" : type.getSimpleName();
  }

  private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return type.cast(at);
      }
    }
    return null;
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
