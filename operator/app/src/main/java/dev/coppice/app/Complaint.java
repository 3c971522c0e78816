package dev.coppice.app;

import dev.coppice.app.configuration.InvalidConfigurationException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Why a command ends badly: lines on standard error that name the program, and the exit code. */
final class Complaint {

  private Complaint() {}

  /** One line; returns the number of the exit code. */
  static int tell(CommandLine command, ExitCode code, @Nullable String problem) {
    return tell(command, code, List.of(String.valueOf(problem)));
  }

  /** A line for everything that is wrong with a configuration. */
  static int tell(
      CommandLine command, @Nullable Path configuration, InvalidConfigurationException invalid) {
    return tell(
        command,
        ExitCode.CONFIGURATION,
        invalid.problems().stream().map(problem -> configuration + ": " + problem).toList());
  }

  private static int tell(CommandLine command, ExitCode code, List<String> problems) {
    PrintWriter err = command.getErr();
    problems.forEach(problem -> err.println("coppice: " + problem));
    err.flush();
    return code.number();
  }
}
