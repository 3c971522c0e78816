package dev.coppice.core.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.core.quantity.QuantityDeserializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Reads objects from the YAML in which a user would write them. */
public final class TestYaml {

  private static final ObjectMapper YAML =
      YAMLMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .findAndAddModules()
          .build();

  static {
    QuantityDeserializer.register(YAML); // as every reader of the operator does
  }

  private TestYaml() {}

  public static <T> T read(String yaml, Class<T> type) {
    try {
      return YAML.readValue(yaml, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The objects of a file, each as a tree. */
  public static List<JsonNode> documents(Path file) {
    try (MappingIterator<JsonNode> documents =
        YAML.readerFor(JsonNode.class).readValues(file.toFile())) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
