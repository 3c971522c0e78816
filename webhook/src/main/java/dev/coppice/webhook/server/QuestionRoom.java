package dev.coppice.webhook.server;

import dev.coppice.webhook.eviction.ExtenderFormat;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Room for what is kept of questions, within bounds for each of them and for all together. It is
 * taken as they are read, so that who sends slowly has no more than he has sent. Safe for use by
 * many threads.
 */
final class QuestionRoom {

  /** What a question takes at a time; the first is free, or many small ones would starve. */
  private static final int BATCH = 64;

  private final int mostOfOne;
  private final Semaphore batches;

  /** For up to {@code mostOfOne} nodes and victims of one question and {@code most} of all. */
  QuestionRoom(int mostOfOne, int most) {
    this.mostOfOne = mostOfOne;
    this.batches = new Semaphore(most / BATCH);
  }

  /** One question is larger than any may be. */
  static final class TooManyException extends IOException {
    private TooManyException() {
      super("too many nodes and pods");
    }
  }

  /** Others take all the room there is. */
  static final class UnaffordableException extends IOException {
    private UnaffordableException() {
      super("no room");
    }
  }

  /** What one question takes, until it is closed. For one thread. */
  final class Share implements ExtenderFormat.Room, AutoCloseable {
    private int entries;
    private int taken;

    private Share() {}

    @Override
    public void take() throws IOException {
      if (entries == mostOfOne) {
        throw new TooManyException();
      }
      if (entries > 0 && entries % BATCH == 0) {
        if (!batches.tryAcquire()) {
          throw new UnaffordableException();
        }
        taken++;
      }
      entries++;
    }

    @Override
    public void close() {
      batches.release(taken);
      taken = 0;
    }
  }

  /** For one more question. */
  Share share() {
    return new Share();
  }
}
