package dev.coppice.webhook.server;

import java.time.Duration;

/**
 * What is taken on of questions of schedulers. A scheduler asks one at a time and waits for the
 * answer; beyond these limits it takes none for an answer, and evicts nobody or everybody, as it is
 * configured.
 *
 * @param bodyBytes of one question
 * @param inFlight that are received and answered at once
 * @param patience how long a question waits for its turn
 */
public record ExtenderLimits(long bodyBytes, int inFlight, Duration patience) {

  /** Room for whole pods; identifiers of a hundred nodes take a thousandth of it. */
  public static final ExtenderLimits DEFAULTS =
      new ExtenderLimits(64L << 20, 8, Duration.ofSeconds(1));
}
