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
 * @param causes what is wrong in particular
 */
record StatusText(String reason, String message, List<Cause> causes) {

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
            .map(cause ->
                new Cause(
                    cause.path("reason").asText(""),
                    cause.path("field").asText(""),
                    FailureReason.shortened(cause.path("message").asText(""))))
            .toList());
  }

  boolean isNamespaceTerminating() {
    return causes.stream().anyMatch(cause -> cause.reason().equals(NAMESPACE_TERMINATING));
  }

  /**
   * One thing that is wrong.
   *
   * @param reason machine-readable
   * @param field where; empty when it is nowhere in particular
   * @param message in the server's own words
   */
  record Cause(String reason, String field, String message) {}

  // A proxy in between may answer with anything.
  private static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }
}
