package dev.coppice.webhook.server;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The requests that are under way, so that a server that ends can answer them first. (The JDK's own
 * way to wait for them waits the whole time where a caller has just closed a connection.)
 */
final class UnderWay {

  /** More than there can be connections. */
  private static final int MOST = 1 << 20;

  private final Semaphore permits = new Semaphore(MOST);

  /** One more; false when the server has ended. */
  boolean enter() {
    return permits.tryAcquire();
  }

  /** One less. */
  void leave() {
    permits.release();
  }

  /** Waits until there is none and lets none in from then on, or until the patience ends. */
  void end(Duration patience) {
    if (permits.availablePermits() == 0) {
      return; // ended before
    }
    try {
      var _ = permits.tryAcquire(MOST, patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
