package dev.coppice.kube.client;

import dev.coppice.core.time.BackOff;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps everybody from asking an API server that does not answer. One call at a time goes out to
 * try it, with growing pauses, and all others wait. Once it answers they are given up unsent: what
 * they were decided on is old by then, and their reconciles look anew. Safe for use by many
 * threads.
 */
public final class OutageGate implements ApiServer {

  private static final BackOff PAUSES = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(1));

  private final ApiServer next;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Tries in a row that were lost; 0 while the API server answers. */
  private int lost;

  private boolean trying;

  /** Guards the calls that go through this object. */
  public OutageGate(ApiServer next) {
    this.next = next;
  }

  private enum Passage {
    FREE,
    AS_TRY,
    NONE
  }

  @Override
  public Reply send(Call call) {
    Passage passage;
    try {
      passage = await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply.Lost("interrupted before it was sent");
    }
    if (passage == Passage.NONE) {
      return new Reply.Lost("not sent, since the API server did not answer others");
    }
    boolean silent = true;
    try {
      Reply reply = next.send(call);
      silent = reply instanceof Reply.Lost && !Thread.currentThread().isInterrupted();
      return reply;
    } finally {
      learn(passage, silent);
    }
  }

  private Passage await() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (lost == 0) {
        return Passage.FREE;
      }
      while (trying) {
        changed.await();
      }
      if (lost == 0) {
        return Passage.NONE;
      }
      trying = true;
      try {
        return pause() ? Passage.AS_TRY : giveUp();
      } catch (InterruptedException e) {
        giveUp();
        throw e;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the API server was silent for the whole pause. */
  private boolean pause() throws InterruptedException {
    long left = PAUSES.after(lost).toNanos();
    while (lost > 0 && left > 0) {
      left = changed.awaitNanos(left);
    }
    return lost > 0;
  }

  private Passage giveUp() {
    trying = false;
    changed.signalAll();
    return Passage.NONE;
  }

  private void learn(Passage passage, boolean silent) {
    lock.lock();
    try {
      if (passage == Passage.AS_TRY) {
        trying = false;
      }
      if (!silent) {
        lost = 0;
      } else if (passage == Passage.AS_TRY || lost == 0) {
        lost++;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
