package dev.coppice.testkit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** How long processors have worked for a process and for all that it has started. */
public final class CpuTime {

  // The kernel tells this in hundredths of a second on every architecture.
  private static final Duration TICK = Duration.ofMillis(10);
  // Of the fields behind the name of the program: utime, stime, and both of children that ended.
  private static final int FIRST = 11;
  private static final int LAST = 14;

  private CpuTime() {}

  /** What this process and its descendants have used so far, those that have ended included. */
  public static Duration ofThisTree() {
    ProcessHandle own = ProcessHandle.current();
    return TICK.multipliedBy(
        Stream.concat(Stream.of(own), own.descendants())
            .mapToLong(process -> ticks(process.pid()))
            .sum());
  }

  private static long ticks(long pid) {
    try {
      return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
    } catch (IOException e) {
      // It has ended since it was listed, and is counted with its parent.
      return 0;
    }
  }

  static long parse(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Stream.of(fields).skip(FIRST).limit(LAST - FIRST + 1).mapToLong(Long::parseLong).sum();
  }
}
