package dev.coppice.core.update;

/**
 * How much an update leaves to serve: what it takes next goes only if as much of the rest is Ready.
 *
 * @param minimum with how many the work is done
 * @param asked how many are asked for
 * @param maxUnavailable how many the update may have down at once
 */
public record Floor(int minimum, int asked, int maxUnavailable) {

  /** How many others have to be Ready; 0 or less if the update may take all. */
  public int others() {
    return Math.min(minimum, asked - maxUnavailable);
  }

  /** Whether enough others are Ready. */
  public boolean isKeptBy(int ready) {
    return ready >= others();
  }
}
