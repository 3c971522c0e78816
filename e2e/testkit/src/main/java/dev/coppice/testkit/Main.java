package dev.coppice.testkit;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What {@code hack/up} and {@code hack/down} run once everything is built. */
@Command(
    name = "testkit",
    subcommands = {UpCommand.class, DownCommand.class})
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    PrintStream errors = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    int code =
        new CommandLine(new Main())
            .setExecutionExceptionHandler((exception, command, parsed) -> {
              errors.println(exception.getMessage());
              return command.getCommandSpec().exitCodeOnExecutionException();
            })
            .execute(arguments);
    System.exit(code);
  }
}
