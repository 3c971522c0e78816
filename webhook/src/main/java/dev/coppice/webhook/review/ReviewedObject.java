package dev.coppice.webhook.review;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An object in a review: the bytes that came, of which no more is read than a rule asks for, and
 * that once. For one thread.
 */
public final class ReviewedObject {

  private final byte[] body;
  private final int begin;
  private final int length;
  private final Tokens tokens;
  private @Nullable Object read;

  /**
   * Stands in a body, in which it is known to be an object.
   *
   * @param tokens counts what is kept of the review
   */
  ReviewedObject(byte[] body, int begin, int length, Tokens tokens) {
    this.body = body;
    this.begin = begin;
    this.length = length;
    this.tokens = tokens;
  }

  /**
   * The object without its {@code metadata.managedFields} and its status, which no rule reads.
   *
   * @throws JsonProcessingException if it is no such object
   */
  public <T> T as(Class<T> type) throws JsonProcessingException {
    return bound(type, false);
  }

  /**
   * The same with its status.
   *
   * @throws JsonProcessingException if it is no such object
   */
  public <T> T withStatus(Class<T> type) throws JsonProcessingException {
    return bound(type, true);
  }

  private <T> T bound(Class<T> type, boolean withStatus) throws JsonProcessingException {
    if (type.isInstance(read)) {
      return type.cast(read);
    }
    try (JsonParser parser = parser(withStatus)) {
      T object = ReviewFormat.mapper().readValue(parser, type);
      read = object;
      return object;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /**
   * One of its fields, of which alone anything is kept; empty if it is null or not there.
   *
   * @throws JsonProcessingException if there is something else
   */
  public <T> Optional<T> field(String name, Class<T> type) throws JsonProcessingException {
    try (JsonParser parser = parser(true)) {
      return enter(parser, name)
          ? Optional.ofNullable(ReviewFormat.mapper().readValue(parser, type))
          : Optional.empty();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Whether one of its fields is there, and an object. */
  public boolean has(String field) {
    try (JsonParser parser = raw()) {
      return enter(parser, field) && parser.currentToken() == JsonToken.START_OBJECT;
    } catch (IOException e) {
      return false;
    }
  }

  /** Its name, as far as anything is told of it; empty if it is yet to be generated. */
  public String name() {
    try (JsonParser parser = raw()) {
      return enter(parser, "metadata")
              && parser.currentToken() == JsonToken.START_OBJECT
              && find(parser, "name")
              && parser.currentToken() == JsonToken.VALUE_STRING
          ? parser.getText()
          : "";
    } catch (IOException e) {
      return "";
    }
  }

  /** Whether a field of one of its fields is a text, such as when it was deleted. */
  public boolean hasText(String field, String within) {
    try (JsonParser parser = raw()) {
      return enter(parser, field)
          && parser.currentToken() == JsonToken.START_OBJECT
          && find(parser, within)
          && parser.currentToken() == JsonToken.VALUE_STRING;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Whether a field that is an object came as the same bytes as in another one, or is in neither.
   * The API server writes both in the same way.
   */
  public boolean isSame(String field, ReviewedObject other) {
    try {
      return bytes(field).equals(other.bytes(field));
    } catch (IOException e) {
      return false;
    }
  }

  private ByteBuffer bytes(String field) throws IOException {
    try (JsonParser parser = raw()) {
      if (!enter(parser, field)) {
        return ByteBuffer.allocate(0);
      }
      int first = begin + (int) parser.currentTokenLocation().getByteOffset();
      parser.skipChildren();
      // Of what is no object or list nothing but its beginning has been looked at.
      parser.finishToken();
      int end = begin + (int) parser.currentLocation().getByteOffset();
      return ByteBuffer.wrap(body, first, end - first);
    }
  }

  /**
   * What stands at a place where reading ended: a text, a number or a boolean, the type of anything
   * larger, and null where there is nothing.
   *
   * @param way from the object to the place
   */
  public @Nullable Object value(List<JsonMappingException.Reference> way) {
    try (JsonParser parser = raw()) {
      parser.nextToken();
      for (JsonMappingException.Reference step : way) {
        if (!enter(parser, step)) {
          return null;
        }
      }
      return switch (parser.currentToken()) {
        case VALUE_STRING -> parser.getText();
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
        case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
        case START_ARRAY -> "array";
        case START_OBJECT -> "object";
        default -> null;
      };
    } catch (IOException e) {
      return null;
    }
  }

  private static boolean enter(JsonParser parser, JsonMappingException.Reference step)
      throws IOException {
    if (step.getFieldName() != null) {
      return parser.currentToken() == JsonToken.START_OBJECT && find(parser, step.getFieldName());
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return step.getIndex() < 0;
    }
    JsonToken item = parser.nextToken();
    for (int i = 0; i < step.getIndex() && item != JsonToken.END_ARRAY; i++) {
      parser.skipChildren();
      item = parser.nextToken();
    }
    return item != JsonToken.END_ARRAY;
  }

  private JsonParser parser(boolean withStatus) throws IOException {
    return new CountedParser(raw(), tokens, withStatus);
  }

  private JsonParser raw() throws IOException {
    return ReviewFormat.mapper().createParser(body, begin, length);
  }

  private static boolean enter(JsonParser parser, String field) throws IOException {
    return parser.nextToken() == JsonToken.START_OBJECT && find(parser, field);
  }

  /** From the beginning of an object on to the value of one of its fields. */
  private static boolean find(JsonParser parser, String field) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean isFound = parser.currentName().equals(field);
      parser.nextToken();
      if (isFound) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }

  private JsonProcessingException failure(IOException e) {
    tokens.verify();
    return e instanceof JsonProcessingException invalid
        ? invalid
        : JsonMappingException.fromUnexpectedIOE(e);
  }
}
