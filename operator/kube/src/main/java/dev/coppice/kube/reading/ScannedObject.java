package dev.coppice.kube.reading;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What an object says of itself, found by going over it once without making anything of it.
 *
 * @param name its API version and kind
 * @param metadata the text of its metadata; null if it has none
 * @param status the text of its status; null if it has none
 */
record ScannedObject(Kinds.Name name, @Nullable String metadata, @Nullable String status) {

  /**
   * Scans the text of an object.
   *
   * @throws IOException if it is no text of an object
   */
  static ScannedObject of(String json) throws IOException {
    try (JsonParser parser = Tokenizers.SKIPPING.createParser(json)) {
      ScannedObject scanned = new ScannedObject(Kinds.Name.UNKNOWN, null, null);
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "apiVersion" ->
              scanned = scanned.named(new Kinds.Name(text(parser), scanned.name.kind()));
          case "kind" ->
              scanned = scanned.named(new Kinds.Name(scanned.name.apiVersion(), text(parser)));
          case "metadata" ->
              scanned = new ScannedObject(scanned.name, part(json, parser), scanned.status);
          case "status" ->
              scanned = new ScannedObject(scanned.name, scanned.metadata, part(json, parser));
          default -> {}
        }
        parser.skipChildren();
      }
      return scanned;
    }
  }

  private ScannedObject named(Kinds.Name other) {
    return new ScannedObject(other, metadata, status);
  }

  static @Nullable String text(JsonParser parser) throws IOException {
    return parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : null;
  }

  /**
   * The text of the object at which the parser is, which is at its end then; null if it is none.
   */
  static @Nullable String part(String json, JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return null;
    }
    int start = Math.toIntExact(parser.currentTokenLocation().getCharOffset());
    parser.skipChildren();
    return json.substring(start, Math.toIntExact(parser.currentLocation().getCharOffset()));
  }
}
