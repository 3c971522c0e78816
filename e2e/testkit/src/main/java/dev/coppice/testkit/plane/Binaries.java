package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of the control plane's executables.
 *
 * @param folder holds one executable per {@link Component}, {@code kubectl} and {@code helm}
 */
public record Binaries(Path folder) {

  /** Environment variable, set by the scripts, that names the folder. */
  public static final String VARIABLE = "COPPICE_KUBE_BIN";

  private static final String BUILD_SCRIPT = "hack/tools/build";

  public Binaries {
    Stream.concat(
            Stream.of(Component.values()).map(Component::binary), Stream.of("kubectl", "helm"))
        .filter(name -> !Files.isExecutable(folder.resolve(name)))
        .findFirst()
        .ifPresent(name -> {
          throw new ControlPlaneException("missing: %s in %s".formatted(name, folder));
        });
  }

  /**
   * The folder that {@value #VARIABLE} names, else the one that the checkout around the working
   * directory has built before.
   */
  public static Binaries find() {
    @Nullable String named = System.getenv(VARIABLE);
    return new Binaries(named == null || named.isEmpty() ? built() : Path.of(named));
  }

  /** The executable of a component. */
  public Path of(Component component) {
    return folder.resolve(component.binary());
  }

  /** The command line client of the same version. */
  public Path kubectl() {
    return folder.resolve("kubectl");
  }

  /** The program that installs charts. */
  public Path helm() {
    return folder.resolve("helm");
  }

  private static Path built() {
    try {
      return answer(Checkout.find().resolve(BUILD_SCRIPT));
    } catch (IllegalStateException noCheckout) {
      throw new ControlPlaneException(
          "missing: the control plane's executables; set %s to their folder".formatted(VARIABLE),
          noCheckout);
    }
  }

  private static Path answer(Path script) {
    try {
      Process process =
          new ProcessBuilder(script.toString(), "--present").redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new ControlPlaneException(output);
      }
      return Path.of(output);
    } catch (IOException e) {
      throw new ControlPlaneException("cannot run " + script, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ControlPlaneException("interrupted while asking " + script, e);
    }
  }
}
