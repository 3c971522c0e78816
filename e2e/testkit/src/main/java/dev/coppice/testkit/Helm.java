package dev.coppice.testkit;

import dev.coppice.testkit.process.ShortProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Helm as a user runs it.
 *
 * @param binary the program
 * @param kubeconfig who the user is
 * @param namespace where releases go
 */
public record Helm(Path binary, Path kubeconfig, String namespace) {

  /**
   * Runs a command that is expected to succeed.
   *
   * @return what it printed
   */
  public String run(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(binary.toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("--kubeconfig", kubeconfig.toString(), "--namespace", namespace));
    return ShortProgram.run("helm " + String.join(" ", arguments), command);
  }
}
