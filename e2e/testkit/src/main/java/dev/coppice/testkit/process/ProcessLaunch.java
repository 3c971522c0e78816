package dev.coppice.testkit.process;

import java.util.List;
import java.util.Map;

/**
 * How a process is started, complete enough to start it again after the JVM that first did is gone.
 *
 * @param name what people call it
 * @param command the executable, as an absolute path, and its arguments
 * @param environment variables on top of the inherited ones
 * @param log file that takes both of its outputs, appended to
 */
public record ProcessLaunch(
    String name, List<String> command, Map<String, String> environment, String log) {

  public ProcessLaunch {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
