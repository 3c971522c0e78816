package dev.coppice.kube.execute;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.kube.client.ApiServer.Reply;

/**
 * The few things that are read from a {@code Status}, in which the API server says why it refuses.
 *
 * @param reason machine-readable; empty when there is none
 * @param message the server's own words; never empty
 * @param hasCauses whether single fields are named
 */
record StatusText(String reason, String message, boolean hasCauses) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static StatusText of(Reply.Answered answered) {
    JsonNode status = parse(answered.body());
    String message = status.path("message").asText("");
    return new StatusText(
        status.path("reason").asText(""),
        message.isEmpty() ? "HTTP status " + answered.status() : message,
        !status.path("details").path("causes").isEmpty());
  }

  // A proxy in between may answer with anything.
  private static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }
}
