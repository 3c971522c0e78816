package dev.coppice.testkit;

import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.process.Checkout;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Ends what {@link UpCommand} left running and removes its files. A cluster that was not made here
 * keeps the CRDs and all objects.
 */
@Command(name = "down", description = "Ends the operator and the cluster made by up.")
final class DownCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Path home = Checkout.find().resolve(UpCommand.HOME);
    if (!Files.exists(home)) {
      out.println("nothing is up");
      return 0;
    }
    OperatorProcess.running(home.resolve(UpCommand.OPERATOR)).ifPresent(OperatorProcess::terminate);
    ControlPlane.remove(home);
    out.println("down");
    return 0;
  }
}
