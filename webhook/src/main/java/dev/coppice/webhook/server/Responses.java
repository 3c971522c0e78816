package dev.coppice.webhook.server;

import dev.coppice.http.Exchange;
import dev.coppice.webhook.review.Denials;
import java.io.IOException;

/** Puts answers on the wire. */
final class Responses {

  private Responses() {}

  static void send(Exchange exchange, Answer answer) throws IOException {
    if (answer.code() == 429) {
      exchange.setHeader("Retry-After", String.valueOf(Denials.RETRY_AFTER_SECONDS));
    }
    exchange.answer(answer.code(), "application/json", answer.body());
  }
}
