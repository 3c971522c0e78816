package dev.coppice.e2e;

import dev.coppice.testkit.OperatorProcess;
import java.time.Duration;

/** An operator that is started again whenever it ends, as a kubelet would. */
public final class RestartedOperator implements AutoCloseable {

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Thread kubelet;
  private volatile OperatorProcess process;
  private volatile int restarts;
  private volatile boolean closed;

  private RestartedOperator(OperatorProcess process) {
    this.process = process;
    this.kubelet = Thread.ofVirtual().name("kubelet").start(this::keepRunning);
  }

  /** Keeps a process running from now on. */
  public static RestartedOperator of(OperatorProcess process) {
    return new RestartedOperator(process);
  }

  private void keepRunning() {
    while (!closed) {
      if (process.endsWithin(BETWEEN_LOOKS)) {
        startAgain();
      }
    }
  }

  // Under the lock that close() takes: what it does not see would outlive it.
  private synchronized void startAgain() {
    if (!closed) {
      process = process.launchAgain();
      restarts++;
    }
  }

  /** The process that runs now. */
  public OperatorProcess process() {
    return process;
  }

  /** How often it has been started again. */
  public int restarts() {
    return restarts;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    process.close();
    try {
      kubelet.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
