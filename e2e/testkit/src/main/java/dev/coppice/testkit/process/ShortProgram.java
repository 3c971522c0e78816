package dev.coppice.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A program that is run to its end. */
public final class ShortProgram {

  private ShortProgram() {}

  /**
   * Runs a program without any input.
   *
   * @param name what it is, for a message
   * @param command executable and arguments
   * @return what it printed
   * @throws IllegalStateException if its exit code is not 0
   */
  public static String run(String name, List<String> command) {
    Ending ending = runs(name, command);
    if (ending.code() != 0) {
      throw new IllegalStateException(
          "%s ended with %d: %s".formatted(name, ending.code(), ending.told()));
    }
    return ending.told();
  }

  /** Runs a program without any input, and says whether its exit code is 0. */
  public static boolean succeeds(String name, List<String> command) {
    return runs(name, command).code() == 0;
  }

  private record Ending(int code, String told) {}

  private static Ending runs(String name, List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ending(process.waitFor(), told);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while %s ran".formatted(name), e);
    }
  }
}
