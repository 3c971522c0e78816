package dev.coppice.core.availability;

import dev.coppice.api.EventReasons;
import dev.coppice.core.reconcile.PlannedEvent;
import java.util.Optional;

/** The event that tells that nothing of an object is scheduled any more. */
public final class LostSchedule {

  private LostSchedule() {}

  /**
   * The event, if there is anything to tell.
   *
   * @param noun what is counted, in the singular
   * @param before how many were scheduled
   * @param after how many are
   * @param replicas how many are asked for
   */
  public static Optional<PlannedEvent> event(String noun, int before, int after, int replicas) {
    return before > 0 && after == 0 && replicas > 0
        ? Optional.of(
            new PlannedEvent(
                true,
                EventReasons.ALL_SCHEDULED_REPLICAS_LOST,
                "no %s is scheduled any more, %d were".formatted(noun, before)))
        : Optional.empty();
  }
}
