package dev.coppice.e2e;

import dev.coppice.app.Main;
import dev.coppice.testkit.OperatorProcessBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;

/** The clock of a machine that is wrong by what a file says, and may jump at any time. */
public final class WrongClock {

  private static final String FILE = "coppice.clock";

  private final Path file;

  /**
   * A clock that is ahead from the beginning.
   *
   * @param file that nobody else uses
   */
  WrongClock(Path file, Duration ahead) {
    this.file = file.toAbsolutePath();
    set(ahead);
  }

  /** Has it jump: ahead by this, or behind by less than nothing. */
  void set(Duration ahead) {
    try {
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(draft, ahead.toString());
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** Gives it to a process. */
  OperatorProcessBuilder of(OperatorProcessBuilder process) {
    return process.through(WrongClock.class).jvmFlags("-D%s=%s".formatted(FILE, file));
  }

  /** The program on a machine with such a clock. */
  public static void main(String[] args) {
    Path file = Path.of(System.getProperty(FILE));
    InstantSource machine = () -> Clock.systemUTC().instant().plus(ahead(file));
    System.exit(Main.execute(machine.withZone(ZoneOffset.UTC), args));
  }

  private static Duration ahead(Path file) {
    try {
      return Duration.parse(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
