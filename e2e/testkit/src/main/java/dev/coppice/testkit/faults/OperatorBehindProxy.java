package dev.coppice.testkit.faults;

import dev.coppice.testkit.OperatorProcess;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * An operator that reaches the API server through a proxy, and is started again when it is killed.
 */
final class OperatorBehindProxy implements AutoCloseable {

  private final Path directory;
  private final FaultProxy proxy;
  private CompletableFuture<OperatorProcess> process;
  private int kills;

  private OperatorBehindProxy(Path directory, FaultProxy proxy, OperatorProcess process) {
    this.directory = directory;
    this.proxy = proxy;
    this.process = CompletableFuture.completedFuture(process);
  }

  static OperatorBehindProxy start(Path directory, FaultProxy proxy) {
    return new OperatorBehindProxy(
        directory, proxy, started(directory, proxy, "-XX:AOTCacheOutput="));
  }

  private static OperatorProcess started(Path directory, FaultProxy proxy, String cacheFlag) {
    return OperatorProcess.in(directory, proxy.kubeconfig())
        .jvmFlags(cacheFlag + directory.toAbsolutePath().resolve("classes.aot"))
        .start();
  }

  /**
   * Ends the process gently, upon which the JVM writes down what it has loaded, and starts from
   * that from now on: most of a run with a kill is the start after it.
   */
  synchronized void startFasterFromNow() {
    process.join().terminate();
    process = CompletableFuture.completedFuture(started(directory, proxy, "-XX:AOTCache="));
  }

  /** Kills the process, returns when it is gone, and starts it again in the background. */
  synchronized void kill() {
    OperatorProcess victim = process.join();
    victim.kill();
    kills++;
    process =
        CompletableFuture.supplyAsync(() -> {
          proxy.listen();
          return victim.startAgain();
        });
  }

  /** Waits until it runs and is ready; returns how often it has been killed so far. */
  int awaitReady() {
    CompletableFuture<OperatorProcess> now;
    int before;
    synchronized (this) {
      now = process;
      before = kills;
    }
    try {
      if (!now.join().alive()) {
        throw new IllegalStateException(
            "the operator has ended by itself:\n" + now.join().logTail(20));
      }
    } catch (CompletionException e) {
      throw new IllegalStateException("the operator does not start again after a kill", e);
    }
    return before;
  }

  synchronized int kills() {
    return kills;
  }

  /** What it has logged last. */
  synchronized String logTail(int lines) {
    return process.join().logTail(lines);
  }

  @Override
  public synchronized void close() {
    process.join().kill();
  }
}
