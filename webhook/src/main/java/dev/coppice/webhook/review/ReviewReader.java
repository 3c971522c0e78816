package dev.coppice.webhook.review;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.webhook.review.ReviewReading.Review;
import dev.coppice.webhook.review.ReviewReading.Unreadable;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a request, whatever it is. It is gone through once as a whole, so that what
 * follows is a JSON document, and of its objects is kept where they begin and end. For one body.
 */
public final class ReviewReader {

  private static final ObjectMapper MAPPER = ReviewFormat.mapper();

  private final byte[] body;
  private final Tokens tokens;

  private @Nullable String kind;
  private @Nullable String apiVersion;
  private @Nullable String uid;
  private final ObjectNode about = MAPPER.createObjectNode();
  private @Nullable ReviewedObject object;
  private @Nullable ReviewedObject oldObject;
  private boolean hasNoObjects;

  private ReviewReader(byte[] body, Tokens tokens) {
    this.body = body;
    this.tokens = tokens;
  }

  /**
   * Reads a body.
   *
   * @param tokens counts what is kept of it
   * @throws Tokens.TooManyException if that is more than may be, now or when its objects are read
   * @throws Tokens.NoRoomException if there is no room for it now
   */
  public static ReviewReading read(byte[] body, Tokens tokens) {
    ReviewReader reader = new ReviewReader(body, tokens);
    try (JsonParser parser = MAPPER.createParser(body)) {
      reader.document(parser);
    } catch (IOException e) {
      tokens.verify();
      return new Unreadable(
          ReviewFormat.uidIn(body), Denials.unreadable("the body is not a JSON document", e));
    }
    return reader.reading();
  }

  private void document(JsonParser parser) throws IOException {
    if (parser.nextToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "kind" -> kind = text(parser);
          case "apiVersion" -> apiVersion = text(parser);
          case "request" -> request(parser);
          default -> parser.skipChildren();
        }
      }
    } else {
      parser.skipChildren();
    }
    if (parser.currentToken() != null && parser.nextToken() != null) {
      throw new JsonParseException(parser, "there is more than one document");
    }
  }

  private void request(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return;
    }
    CountedParser counted = new CountedParser(parser, tokens, true);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "object" -> object = slice(parser);
        case "oldObject" -> oldObject = slice(parser);
        case "options" -> parser.skipChildren();
        case "uid" -> {
          String found = text(parser);
          uid = found == null ? null : ReviewFormat.bounded(found);
        }
        default -> about.set(field, MAPPER.readTree(counted));
      }
    }
  }

  private static @Nullable String text(JsonParser parser) throws IOException {
    String text = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : null;
    parser.skipChildren();
    return text;
  }

  private @Nullable ReviewedObject slice(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      hasNoObjects |= parser.currentToken() != JsonToken.VALUE_NULL;
      parser.skipChildren();
      return null;
    }
    int begin = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    if (begin < 0) {
      throw new JsonParseException(parser, "it is not in UTF-8");
    }
    int end = (int) parser.currentLocation().getByteOffset();
    return new ReviewedObject(body, begin, end - begin, tokens);
  }

  private ReviewReading reading() {
    if (!ReviewFormat.KIND.equals(kind) || !ReviewFormat.API_VERSION.equals(apiVersion)) {
      return unreadable(
          "the body is not an %s of %s".formatted(ReviewFormat.KIND, ReviewFormat.API_VERSION));
    }
    String known = uid;
    if (known == null) {
      return unreadable("request.uid is missing, or too long");
    }
    if (hasNoObjects) {
      return unreadable("request.object and request.oldObject must be objects");
    }
    try {
      AdmissionRequest asked = MAPPER.treeToValue(about, AdmissionRequest.class);
      return asked.getKind() == null || asked.getOperation() == null || asked.getResource() == null
          ? unreadable("request.kind, request.resource or request.operation is missing")
          : new Review(new ReviewRequest(known, asked, object, oldObject));
    } catch (JsonProcessingException e) {
      return new Unreadable(known, Denials.unreadable("the request cannot be read", e));
    }
  }

  private Unreadable unreadable(String message) {
    return new Unreadable(uid, Denials.badRequest(message));
  }
}
