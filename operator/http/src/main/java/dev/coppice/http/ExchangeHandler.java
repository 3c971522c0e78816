package dev.coppice.http;

import java.io.IOException;

/** Answers requests, several at once. */
@FunctionalInterface
public interface ExchangeHandler {

  /**
   * Answers one request.
   *
   * @throws IOException if its sender goes away, or takes too long
   */
  void handle(Exchange exchange) throws IOException;
}
