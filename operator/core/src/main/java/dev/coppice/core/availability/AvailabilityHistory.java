package dev.coppice.core.availability;

import dev.coppice.api.clique.PodCliqueStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a clique has once reached. It tells a clique that lost pods from one that never had them,
 * and from one that was asked for more.
 *
 * @param wasAvailable whether it has ever had its minimum of Ready pods; never taken back
 * @param metMinimum the minimum that it has last met, or a smaller one that it was scaled to since;
 *     null before the first
 */
public record AvailabilityHistory(boolean wasAvailable, @Nullable Integer metMinimum) {

  /** What is recorded. */
  public static AvailabilityHistory of(PodCliqueStatus status) {
    return new AvailabilityHistory(status.wasAvailable(), status.metMinimum());
  }

  /**
   * With what is seen now.
   *
   * @param updating whether an update runs: what is Ready then proves nothing
   */
  public AvailabilityHistory with(int ready, int minimum, boolean updating) {
    boolean met = ready >= minimum && !updating;
    return new AvailabilityHistory(
        wasAvailable || (met && minimum > 0),
        met || mustBeLowered(minimum) ? Integer.valueOf(minimum) : metMinimum);
  }

  /** Whether pods that the clique is about to lose by scaling would look like lost ones. */
  public boolean mustBeLowered(int minimum) {
    return metMinimum != null && minimum < metMinimum;
  }

  /** With how many Ready pods nothing is missing. */
  public int required(int minimum) {
    return metMinimum == null ? minimum : Math.min(minimum, metMinimum);
  }
}
