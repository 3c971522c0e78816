package dev.coppice.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.api.status.LastError;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimestampTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void is_written_in_utc_and_whole_seconds() throws JsonProcessingException {
    var error = new LastError("ERR_CREATE_POD", "x", Instant.parse("2026-03-01T10:00:05.999Z"));

    String json = MAPPER.writeValueAsString(error);

    assertThat(json).contains("\"observedAt\":\"2026-03-01T10:00:05Z\"");
  }

  @Test
  void is_read_with_any_offset_and_precision() throws JsonProcessingException {
    String json = "{'code':'c','description':'d','observedAt':'2026-03-01T12:00:05.25+02:00'}";

    LastError error = MAPPER.readValue(json.replace('\'', '"'), LastError.class);

    assertThat(error.observedAt()).isEqualTo("2026-03-01T10:00:05.250Z");
  }

  @Test
  void that_is_no_time_is_refused_by_name() {
    String json = "{\"observedAt\":\"yesterday\"}";

    assertThatThrownBy(() -> MAPPER.readValue(json, LastError.class))
        .isInstanceOf(JsonMappingException.class)
        .hasMessageContaining("not an RFC 3339 time")
        .hasMessageContaining("observedAt");
  }
}
