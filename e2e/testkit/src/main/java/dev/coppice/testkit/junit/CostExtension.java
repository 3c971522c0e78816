package dev.coppice.testkit.junit;

import dev.coppice.testkit.process.CpuTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Notes what each class costs, a line each: its name, seconds that passed, seconds of processors.
 */
public final class CostExtension implements BeforeAllCallback, AfterAllCallback {

  private static final Path DIRECTORY = Path.of("target", "costs");
  private static final Namespace KEY = Namespace.create(CostExtension.class);

  private record Start(long nanos, Duration cpu) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    context.getStore(KEY).put(Start.class, new Start(System.nanoTime(), CpuTime.ofThisTree()));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Start start = context.getStore(KEY).get(Start.class, Start.class);
    if (start != null) {
      Duration wall = Duration.ofNanos(System.nanoTime() - start.nanos());
      write(
          String.format(
              Locale.ROOT,
              "%s %.1f %.1f%n",
              context.getRequiredTestClass().getName(),
              wall.toMillis() / 1000.0,
              CpuTime.ofThisTree().minus(start.cpu()).toMillis() / 1000.0));
    }
  }

  private static void write(String line) {
    Path file = DIRECTORY.resolve(ProcessHandle.current().pid() + ".txt");
    try {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note costs in " + file, e);
    }
  }
}
