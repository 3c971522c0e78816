package dev.coppice.kube.execute;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.FailureReason;
import java.util.List;

/**
 * The few things that are read from a {@code Status}, in which the API server says why it refuses.
 *
 * @param reason machine-readable; empty when there is none
 * @param message the server's own words, as far as anybody reads them; never empty
 * @param causes what is wrong in particular, each by its machine-readable reason
 */
record StatusText(String reason, String message, List<String> causes) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAMESPACE_TERMINATING = "NamespaceTerminating";

  static StatusText of(Reply.Answered answered) {
    JsonNode status = parse(answered.body());
    String message = status.path("message").asText("");
    return new StatusText(
        status.path("reason").asText(""),
        message.isEmpty() ? "HTTP status " + answered.status() : FailureReason.shortened(message),
        status
            .path("details")
            .path("causes")
            .valueStream()
            .map(cause -> cause.path("reason").asText(""))
            .toList());
  }

  boolean isNamespaceTerminating() {
    return causes.contains(NAMESPACE_TERMINATING);
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
