package dev.coppice.webhook.server;

import dev.coppice.http.ConnectionLimits;
import java.time.Duration;

/** How many connections the server keeps, and for how long. */
final class Connections {

  /** Buffers and keys of TLS, and those of HTTP. */
  private static final int CONNECTION_BYTES = 128 << 10;

  /** The API server keeps connections for 90 s: whoever closes first breaks a review. */
  private static final Duration IDLE = Duration.ofMinutes(5);

  /** The API server waits 10 s for an answer; what takes longer is nobody's any more. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Connections() {}

  /** As many as fit into a fifth of a heap. */
  static ConnectionLimits within(long heapBytes) {
    int most = Math.clamp(heapBytes / 5 / CONNECTION_BYTES, 64, 16 * 1024);
    return new ConnectionLimits(most, IDLE, PATIENCE, PATIENCE);
  }
}
