package dev.coppice.kube.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Lets a bounded number of threads work at once. What changes something goes before what only tells
 * of it: where both wait, three of four turns are for the former, so that neither ever stands
 * still. Among themselves they go in the order in which they came. Safe for use by many threads.
 */
public final class Turns {

  private static final int TELLING_EVERY = 4;

  private final Deque<CountDownLatch> changing = new ArrayDeque<>();
  private final Deque<CountDownLatch> telling = new ArrayDeque<>();
  private int free;
  private int contested;

  /** So many at once. */
  public Turns(int bound) {
    free = bound;
  }

  /**
   * Waits for a turn, which ends with {@link #release}.
   *
   * @param tells whether it is used only to tell of what there is
   */
  public void acquire(boolean tells) throws InterruptedException {
    CountDownLatch turn = new CountDownLatch(1);
    synchronized (this) {
      if (free > 0) {
        free--;
        return;
      }
      (tells ? telling : changing).add(turn);
    }
    try {
      turn.await();
    } catch (InterruptedException e) {
      leave(turn);
      throw e;
    }
  }

  private synchronized void leave(CountDownLatch turn) {
    boolean isWaiting = changing.remove(turn) || telling.remove(turn);
    if (!isWaiting) {
      release();
    }
  }

  /** Ends a turn. */
  public synchronized void release() {
    CountDownLatch next = next();
    if (next == null) {
      free++;
    } else {
      next.countDown();
    }
  }

  private @Nullable CountDownLatch next() {
    if (changing.isEmpty() || telling.isEmpty()) {
      return changing.isEmpty() ? telling.poll() : changing.poll();
    }
    contested = (contested + 1) % TELLING_EVERY;
    return contested == 0 ? telling.poll() : changing.poll();
  }

  /** Whether somebody who may change something waits for a turn. */
  public synchronized boolean isAwaited() {
    return !changing.isEmpty();
  }
}
