package dev.coppice.api.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonValueFormat;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Writes an instant as RFC 3339 in UTC; parts of a second are cut off. */
public final class TimestampSerializer extends StdSerializer<Instant> {

  /** For Jackson. */
  public TimestampSerializer() {
    super(Instant.class);
  }

  @Override
  public void serialize(Instant value, JsonGenerator generator, SerializerProvider provider)
      throws IOException {
    generator.writeString(value.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  @Override
  public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType typeHint)
      throws JsonMappingException {
    visitStringFormat(visitor, typeHint, JsonValueFormat.DATE_TIME);
  }
}
