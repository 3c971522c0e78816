package dev.coppice.webhook;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Runs what may as well not be done, and drops what comes while enough of it is under way. Safe for
 * use by many threads.
 */
final class FewAtOnce implements Executor {

  private final Executor threads;
  private final Semaphore free;

  /** At most so many at once. */
  FewAtOnce(Executor threads, int most) {
    this.threads = threads;
    this.free = new Semaphore(most);
  }

  @Override
  public void execute(Runnable task) {
    if (free.tryAcquire()) {
      threads.execute(() -> {
        try {
          task.run();
        } finally {
          free.release();
        }
      });
    }
  }
}
