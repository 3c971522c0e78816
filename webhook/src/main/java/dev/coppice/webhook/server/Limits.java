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

  /**
   * Objects have 1.5 MiB at most in etcd, and a review holds two. A review takes up to ten times
   * its size once it is read, so that all of them together stay below 200 MiB; usual ones have 10
   * to 100 KiB.
   */
  public static final Limits DEFAULTS = new Limits(4 << 20, 16 << 20, 64, Duration.ofSeconds(1));
}
