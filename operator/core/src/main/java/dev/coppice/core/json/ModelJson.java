package dev.coppice.core.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The one way in which decisions write objects and their parts as JSON: as the API server does,
 * with times as text.
 */
public final class ModelJson {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .findAndAddModules()
          .build();

  private ModelJson() {}

  /** The value as a tree of its own. */
  public static JsonNode tree(@Nullable Object value) {
    return MAPPER.valueToTree(value);
  }

  /** A tree as the value that it was made from. */
  public static <T> T value(JsonNode tree, Class<T> type) {
    return MAPPER.convertValue(tree, type);
  }

  /** Writes the value on one line, without holding it as a whole. */
  public static void write(@Nullable Object value, OutputStream out) {
    try {
      MAPPER.writeValue(out, value);
    } catch (IOException e) {
      throw new UncheckedIOException("values of the model are JSON", e);
    }
  }

  /** How many bytes of UTF-8 the value has on one line, which is not kept. */
  public static long bytes(@Nullable Object value) {
    CountingStream counted = new CountingStream();
    write(value, counted);
    return counted.count;
  }

  private static final class CountingStream extends OutputStream {
    private long count;

    @Override
    public void write(int single) {
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      count += length;
    }
  }

  /** The value on one line. */
  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("values of the model are JSON", e);
    }
  }

  /**
   * The value on one line, cut after so many characters, which is said by an ellipsis. Nothing is
   * written of what does not fit, so that it costs the same however large the value is.
   */
  public static String text(Object value, int longest) {
    Beginning beginning = new Beginning(longest);
    try {
      MAPPER.writeValue(beginning, value);
    } catch (Beginning.EnoughException e) {
      return beginning.text();
    } catch (IOException e) {
      throw new IllegalArgumentException("values of the model are JSON", e);
    }
    return beginning.text();
  }
}
