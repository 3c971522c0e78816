package dev.coppice.testkit.junit;

import java.nio.file.Path;

/**
 * Where one JVM of a test run keeps what it makes: each of those that run side by side has a
 * control plane, an operator and recordings of its own.
 */
public final class RunDirectory {

  private static final Path ROOT =
      Path.of("target", System.getProperty("coppice.test.run", "run-1"));

  private RunDirectory() {}

  /** The folder of one part; what another run left there is not cleaned away. */
  public static Path of(String part) {
    return ROOT.resolve(part);
  }
}
