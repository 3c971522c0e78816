package dev.coppice.core.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/** Reads objects from the YAML in which a user would write them. */
public final class TestYaml {

  private static final ObjectMapper YAML =
      YAMLMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .findAndAddModules()
          .build();

  private TestYaml() {}

  public static <T> T read(String yaml, Class<T> type) {
    try {
      return YAML.readValue(yaml, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
