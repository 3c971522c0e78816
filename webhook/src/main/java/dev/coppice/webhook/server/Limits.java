package dev.coppice.webhook.server;

import java.time.Duration;

/**
 * What the server takes on at a time. Beyond it callers are asked to come again, which the API
 * server does by itself.
 *
 * @param bodyBytes of one review
 * @param bufferedBytes of all reviews that are being received or answered, together
 * @param reviewsInFlight that are being answered at once
 * @param patience how long a review waits for its turn
 */
public record Limits(int bodyBytes, int bufferedBytes, int reviewsInFlight, Duration patience) {

  /** Objects have 1.5 MiB at most in etcd, and a review holds two. */
  private static final int BODY_BYTES = 4 << 20;

  /** A review takes up to ten times its size once it is read. */
  private static final int READ_FACTOR = 10;

  private static final int REVIEWS_IN_FLIGHT = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** As much as a heap bears: three tenths of it, but always one review of the largest size. */
  public static Limits within(long heapBytes) {
    long affordable = heapBytes * 3 / 10 / READ_FACTOR;
    return new Limits(
        BODY_BYTES,
        Math.clamp(affordable, BODY_BYTES, 16 * BODY_BYTES),
        REVIEWS_IN_FLIGHT,
        PATIENCE);
  }
}
