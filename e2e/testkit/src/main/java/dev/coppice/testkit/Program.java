package dev.coppice.testkit;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** How every program of the kit runs. */
public final class Program {

  private Program() {}

  /** Runs a command and ends the process with its exit code; a failure is told in one line. */
  public static void run(Object command, String... arguments) {
    PrintStream errors = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(
        new CommandLine(command)
            .setExecutionExceptionHandler((exception, failed, parsed) -> {
              errors.println(exception.getMessage());
              return failed.getCommandSpec().exitCodeOnExecutionException();
            })
            .execute(arguments));
  }
}
