package dev.coppice.testkit.report;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/** Says at the end of {@code hack/test} what was slow, what was run again, and what was checked. */
public final class ReportMain {

  private ReportMain() {}

  /** Takes the second of the epoch in which the run began. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Instant since = Instant.ofEpochSecond(Long.parseLong(arguments[0]));
    new RunReport(Path.of(""), since).lines().forEach(out::println);
  }
}
