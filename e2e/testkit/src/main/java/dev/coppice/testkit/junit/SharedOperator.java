package dev.coppice.testkit.junit;

import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.OperatorProcessBuilder;
import java.nio.file.Path;

/**
 * The operator that all classes of a run share; a test that stops it starts it again. {@code
 * COPPICE_NATIVE_GANGS} lets the stock scheduler place its gangs as a whole.
 */
public final class SharedOperator implements AutoCloseable {

  private final Path directory;
  private final Path kubeconfig;
  private OperatorProcess process;

  SharedOperator(Path directory, Path kubeconfig) {
    this.directory = directory;
    this.kubeconfig = kubeconfig;
    this.process = start();
  }

  /** The process that runs now, or ran last. */
  public OperatorProcess process() {
    return process;
  }

  /** Starts it if it does not run, and waits until it is ready. */
  public synchronized void ensureRunning() {
    if (!process.alive()) {
      process = start();
    }
  }

  private OperatorProcess start() {
    OperatorProcessBuilder builder = OperatorProcess.in(directory, kubeconfig);
    return (System.getenv("COPPICE_NATIVE_GANGS") == null ? builder : builder.nativeGangs())
        .start();
  }

  @Override
  public void close() {
    process.close();
  }
}
