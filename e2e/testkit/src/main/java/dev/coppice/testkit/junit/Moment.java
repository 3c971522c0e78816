package dev.coppice.testkit.junit;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/**
 * When the second action of a {@link Soak} comes.
 *
 * @param delay how long after the first action has been seen to work
 */
public record Moment(Duration delay) {

  /** Returns when it has come. */
  public void arrive() {
    if (delay.isPositive()) {
      await().timeout(delay.plusSeconds(1)).pollDelay(delay).until(() -> true);
    }
  }
}
