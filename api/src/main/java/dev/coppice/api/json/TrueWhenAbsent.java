package dev.coppice.api.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;

/** Reads a switch whose schema default is on; see {@link OneWhenAbsent}. */
public final class TrueWhenAbsent extends StdDeserializer<Boolean> {

  /** For Jackson. */
  public TrueWhenAbsent() {
    super(Boolean.class);
  }

  @Override
  public Boolean deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    return _parseBooleanPrimitive(parser, context);
  }

  @Override
  public Boolean getNullValue(DeserializationContext context) {
    return true;
  }
}
