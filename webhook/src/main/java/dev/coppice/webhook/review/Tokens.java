package dev.coppice.webhook.review;

import dev.coppice.core.admission.field.Deadline;
import java.io.IOException;

/**
 * The names and values that are kept of one review, counted as they are read: an empty object takes
 * two bytes on the wire and a hundred in memory. What is skipped costs nothing and is not counted.
 * For one thread.
 */
public final class Tokens {

  /** An update of a set of 256 KiB has some 80,000, those of the set as it was among them. */
  public static final int MOST = 100_000;

  /** What is taken of the room for all reviews at a time; the first is free. */
  public static final int BATCH = 1_000;

  private final Room room;
  private int taken;
  private boolean isTooLarge;
  private boolean isUnaffordable;

  /** Room for what is kept of all reviews that are under way. */
  @FunctionalInterface
  public interface Room {
    /** Takes room for {@link #BATCH} more; false if there is none. */
    boolean take();
  }

  /** None yet. */
  public Tokens(Room room) {
    this.room = room;
  }

  /** There are more than any review may have. */
  public static final class TooManyException extends RuntimeException {
    private TooManyException() {
      super("more than %d names and values".formatted(MOST));
    }
  }

  /** Other reviews take all the room there is. */
  public static final class NoRoomException extends RuntimeException {
    private NoRoomException() {
      super("no room for a review");
    }
  }

  /** One more. The exception ends the reading; {@link #verify} says why. */
  void take() throws IOException {
    if (taken > 0 && taken % BATCH == 0) {
      Deadline.check();
      isTooLarge = taken == MOST;
      isUnaffordable = isUnaffordable || (!isTooLarge && !room.take());
      if (isTooLarge || isUnaffordable) {
        throw new IOException("ended by a bound");
      }
    }
    taken++;
  }

  /**
   * Fails if reading was ended by a bound: databinding hides the reason in exceptions of its own.
   */
  void verify() {
    Deadline.check();
    if (isTooLarge) {
      throw new TooManyException();
    }
    if (isUnaffordable) {
      throw new NoRoomException();
    }
  }
}
