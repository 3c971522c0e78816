package dev.coppice.api.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;

/**
 * Reads a count whose schema default is 1, so that a manifest read from a file means the same as
 * one that has been through an API server.
 */
public final class OneWhenAbsent extends StdDeserializer<Integer> {

  /** For Jackson. */
  public OneWhenAbsent() {
    super(Integer.class);
  }

  @Override
  public Integer deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    return _parseIntPrimitive(parser, context);
  }

  @Override
  public Integer getNullValue(DeserializationContext context) {
    return 1;
  }
}
