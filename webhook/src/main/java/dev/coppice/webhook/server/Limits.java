package dev.coppice.webhook.server;

import dev.coppice.webhook.review.Tokens;
import java.time.Duration;

/**
 * What the server takes on at a time. Beyond it callers are asked to come again, which the API
 * server does by itself.
 *
 * @param bodyBytes of one review
 * @param bufferedBytes of all reviews that are being received or answered, together
 * @param reviewsInFlight that are being answered at once
 * @param patience how long a review waits for its turn
 * @param tokens names and values that are kept of all reviews, together
 * @param longest how long one is answered
 */
public record Limits(
    int bodyBytes,
    int bufferedBytes,
    int reviewsInFlight,
    Duration patience,
    int tokens,
    Duration longest) {

  /** Objects have 1.5 MiB at most in etcd, and a review holds two. */
  private static final int BODY_BYTES = 4 << 20;

  /** Its bytes once, and their texts twice, if each has a character beyond Latin ones. */
  private static final int READ_FACTOR = 4;

  /** Half an empty container: two braces in a list, and an object of forty fields in memory. */
  private static final int TOKEN_BYTES = 256;

  private static final int REVIEWS_IN_FLIGHT = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** With the time for a turn, below what the API server waits for. */
  private static final Duration LONGEST = Duration.ofSeconds(8);

  /**
   * As much as a heap bears: an eighth of it for what has come, and a quarter for what is kept of
   * it, but always one review of the largest size.
   */
  public static Limits within(long heapBytes) {
    return new Limits(
        BODY_BYTES,
        (int) Math.clamp(heapBytes / 8 / READ_FACTOR, BODY_BYTES, 16L * BODY_BYTES),
        REVIEWS_IN_FLIGHT,
        PATIENCE,
        (int) Math.clamp(heapBytes / 4 / TOKEN_BYTES, Tokens.MOST, 64L * Tokens.MOST),
        LONGEST);
  }
}
