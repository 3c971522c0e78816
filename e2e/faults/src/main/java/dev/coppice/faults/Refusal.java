package dev.coppice.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;

/**
 * An answer that the API server might have given.
 *
 * @param status HTTP status
 */
record Refusal(int status) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TOO_MANY_REQUESTS = 429;

  void sendTo(HttpExchange exchange) throws IOException {
    byte[] body = body();
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (status == TOO_MANY_REQUESTS) {
      exchange.getResponseHeaders().set("Retry-After", "1");
    }
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  private byte[] body() throws JsonProcessingException {
    return JSON.writeValueAsBytes(
        Map.of(
            "kind",
            "Status",
            "apiVersion",
            "v1",
            "metadata",
            Map.of(),
            "status",
            "Failure",
            "reason",
            reason(),
            "message",
            "a fault of the test answers " + status,
            "code",
            status));
  }

  private String reason() {
    return switch (status) {
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case TOO_MANY_REQUESTS -> "TooManyRequests";
      default -> "InternalError";
    };
  }
}
