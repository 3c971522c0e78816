package dev.coppice.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The command line client as a user runs it.
 *
 * @param binary the program
 * @param kubeconfig who the user is
 * @param namespace the user's default namespace
 */
public record Kubectl(Path binary, Path kubeconfig, String namespace) {

  private static final long PATIENCE_SECONDS = 120;

  /**
   * What a call printed.
   *
   * @param code exit code
   * @param out standard output
   * @param err standard error
   */
  public record Result(int code, String out, String err) {

    /** The columns of the header and of each row, as separated by blanks. */
    public List<List<String>> table() {
      return out.lines().map(line -> List.of(line.strip().split("\\s{2,}"))).toList();
    }
  }

  /** Runs a command that is expected to succeed. */
  public Result run(String... arguments) {
    Result result = call("", arguments);
    if (result.code() != 0) {
      throw new IllegalStateException(
          "kubectl %s ended with %d: %s"
              .formatted(String.join(" ", arguments), result.code(), result.err()));
    }
    return result;
  }

  /** Applies a manifest. */
  public Result apply(String manifest) {
    Result result = call(manifest, "apply", "-f", "-");
    if (result.code() != 0) {
      throw new IllegalStateException("kubectl apply: " + result.err());
    }
    return result;
  }

  /** Runs a command, whatever comes of it. */
  public Result call(String input, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(binary.toString(), "--kubeconfig", kubeconfig.toString(), "-n", namespace));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).start();
      CompletableFuture<String> out = drained(process.getInputStream());
      CompletableFuture<String> err = drained(process.getErrorStream());
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("kubectl takes too long: " + String.join(" ", arguments));
      }
      return new Result(process.exitValue(), out.join(), err.join());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + binary, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while kubectl ran", e);
    }
  }

  private static CompletableFuture<String> drained(InputStream stream) {
    return CompletableFuture.supplyAsync(() -> {
      try (stream) {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}
