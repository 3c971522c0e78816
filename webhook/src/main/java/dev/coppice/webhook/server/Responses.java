package dev.coppice.webhook.server;

import com.sun.net.httpserver.HttpExchange;
import dev.coppice.webhook.review.Denials;
import java.io.IOException;

/** Puts answers on the wire. */
final class Responses {

  private Responses() {}

  static void send(HttpExchange exchange, Answer answer) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (answer.code() == 429) {
      exchange.getResponseHeaders().set("Retry-After", String.valueOf(Denials.RETRY_AFTER_SECONDS));
    }
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(answer.code(), -1);
    } else {
      exchange.sendResponseHeaders(answer.code(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
      exchange.getResponseBody().close();
    }
  }
}
