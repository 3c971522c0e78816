package dev.coppice.app.configuration;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import dev.coppice.core.time.GoDuration;
import java.io.IOException;
import java.time.Duration;

/** Reads durations in the notation of Kubernetes; a bare number has no unit and is refused. */
final class GoDurationDeserializer extends StdDeserializer<Duration> {

  GoDurationDeserializer() {
    super(Duration.class);
  }

  @Override
  public Duration deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    if (!parser.hasToken(JsonToken.VALUE_STRING)) {
      return (Duration) context.handleUnexpectedToken(Duration.class, parser);
    }
    String text = parser.getText();
    try {
      return GoDuration.parse(text);
    } catch (IllegalArgumentException e) {
      return (Duration) context.handleWeirdStringValue(Duration.class, text, "%s", e.getMessage());
    }
  }
}
