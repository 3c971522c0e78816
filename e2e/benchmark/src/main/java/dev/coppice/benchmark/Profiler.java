package dev.coppice.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Records where our operator spends its time, one flight recording for each experiment. An operator
 * that ends writes none by itself: it does not wait for what it no longer needs.
 *
 * @param directory where the recordings go
 * @param narration is told where each one is
 */
record Profiler(Path directory, Narration narration) {

  void begin(long pid) {
    call(pid, "JFR.start", "name=bench", "settings=profile");
  }

  /** Ends what {@link #begin} began, unless the operator was restarted meanwhile. */
  void end(long pid, String experiment) {
    Path file = directory.resolve(experiment + ".jfr");
    delete(file);
    call(pid, "JFR.stop", "name=bench", "filename=" + file);
    narration.step(Files.exists(file) ? "profile: " + file : "no profile of " + experiment);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + file, e);
    }
  }

  private static void call(long pid, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid)));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      // What it says goes nowhere: whether there is a file afterwards tells enough.
      process.getInputStream().readAllBytes();
      process.waitFor();
    } catch (IOException e) {
      throw new IllegalStateException("cannot run " + command.getFirst(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while jcmd ran", e);
    }
  }
}
