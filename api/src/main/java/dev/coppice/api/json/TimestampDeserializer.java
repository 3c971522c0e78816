package dev.coppice.api.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads an RFC 3339 time with any offset and any precision. */
public final class TimestampDeserializer extends StdDeserializer<Instant> {

  /** For Jackson. */
  public TimestampDeserializer() {
    super(Instant.class);
  }

  @Override
  public @Nullable Instant deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    String text = parser.getText();
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return (Instant)
          context.handleWeirdStringValue(
              Instant.class, text, "not an RFC 3339 time: %s", e.getMessage());
    }
  }
}
