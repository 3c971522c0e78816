package dev.coppice.faults;

import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.OperatorProcessBuilder;
import dev.coppice.testkit.process.StartFailure;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * An operator that reaches the API server through a proxy, and is started again when it is killed.
 */
final class OperatorBehindProxy implements AutoCloseable {

  private static final int STARTS = 3;

  private final FaultProxy proxy;
  private final OperatorProcess first;
  // A process may be killed before it is ready.
  private CompletableFuture<OperatorProcess> launched;
  private CompletableFuture<OperatorProcess> ready;
  private int kills;
  private CompletableFuture<Void> mayStart = CompletableFuture.completedFuture(null);

  private OperatorBehindProxy(FaultProxy proxy, OperatorProcess process) {
    this.proxy = proxy;
    this.first = process;
    this.launched = CompletableFuture.completedFuture(process);
    this.ready = launched;
  }

  /** Starts it from an archive of classes: most of a run with a kill is the start after it. */
  static OperatorBehindProxy start(Path directory, FaultProxy proxy) {
    OperatorProcessBuilder operator = OperatorProcess.in(directory, proxy.kubeconfig());
    operator.makeArchive();
    return new OperatorBehindProxy(proxy, operator.start());
  }

  /** Kills the process, returns when it is gone, and starts it again in the background. */
  synchronized void kill() {
    OperatorProcess victim = launched.join();
    victim.kill();
    kills++;
    int before = kills;
    launched =
        mayStart.thenApplyAsync(_ -> {
          proxy.listen();
          return victim.launchAgain();
        });
    ready = launched.thenApplyAsync(process -> ready(process, before));
  }

  /** A start may fail where the API server is too slow to answer; a Deployment tries it again. */
  private OperatorProcess ready(OperatorProcess process, int before) {
    OperatorProcess starting = process;
    for (int start = 1; ; start++) {
      try {
        return starting.awaitReady();
      } catch (StartFailure e) {
        starting = relaunched(starting, before, start).orElseThrow(() -> e);
      }
    }
  }

  private synchronized Optional<OperatorProcess> relaunched(
      OperatorProcess failed, int before, int start) {
    if (start == STARTS || kills > before) {
      return Optional.empty();
    }
    failed.kill();
    OperatorProcess next = failed.launchAgain();
    launched = CompletableFuture.completedFuture(next);
    return Optional.of(next);
  }

  /** From now on a process that is killed does not start again before the absence is closed. */
  synchronized Absence absence() {
    CompletableFuture<Void> over = new CompletableFuture<>();
    mayStart = over;
    int before = kills;
    return new Absence() {
      @Override
      public boolean hasBegun() {
        return kills() > before;
      }

      @Override
      public void begin() {
        synchronized (OperatorBehindProxy.this) {
          if (!hasBegun()) {
            kill();
          }
        }
      }

      @Override
      public void close() {
        over.complete(null);
      }
    };
  }

  /** Waits until it runs and is ready; returns how often it has been killed so far. */
  int awaitReady() {
    while (true) {
      CompletableFuture<OperatorProcess> now;
      int before;
      synchronized (this) {
        now = ready;
        before = kills;
      }
      try {
        if (now.join().alive()) {
          return before;
        }
        if (kills() == before) {
          throw new IllegalStateException(
              "the operator has ended by itself:\n" + now.join().logTail(20));
        }
      } catch (CompletionException e) {
        if (kills() == before) {
          throw new IllegalStateException("the operator does not start again after a kill", e);
        }
      }
    }
  }

  synchronized int kills() {
    return kills;
  }

  /** What it has logged last: all its processes log to one file. */
  String logTail(int lines) {
    return first.logTail(lines);
  }

  @Override
  public synchronized void close() {
    // A start that failed has been told to whoever waited for it; what is left of it ends with us.
    launched.thenAccept(OperatorProcess::kill).exceptionally(_ -> null).join();
  }
}
