package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.FreePorts;
import dev.coppice.testkit.process.HttpProbe;
import dev.coppice.testkit.process.Lifetime;
import dev.coppice.testkit.process.ProcessLaunch;
import dev.coppice.testkit.process.RecordedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Another API server over the objects of a plane, with feature gates of its own: for whoever speaks
 * to it, that is the cluster. It serves the same versions, or it would take those away that it does
 * not know. It ends with {@link #close}.
 */
public final class ApiServerBeside implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(2);

  private final ControlPlane plane;
  private final Path files;
  private final String server;
  private final RecordedProcess process;

  private ApiServerBeside(ControlPlane plane, Path files, String server, RecordedProcess process) {
    this.plane = plane;
    this.files = files;
    this.server = server;
    this.process = process;
  }

  /**
   * Starts one and waits until it is ready.
   *
   * @param files a folder for what it writes
   * @param gates the feature gates, in the notation of the flag
   */
  public static ApiServerBeside start(ControlPlane plane, Path files, String gates) {
    int port = FreePorts.take(1).getFirst();
    Map<String, String> own =
        Map.of(
            ComponentCommands.SECURE_PORT,
            Integer.toString(port),
            ComponentCommands.AUDIT_LOG,
            files.resolve(AuditLog.FILE).toString(),
            ComponentCommands.FEATURE_GATES,
            gates);
    List<String> command =
        Stream.concat(
                Stream.of(Binaries.find().of(Component.API_SERVER).toString()),
                plane.flags(Component.API_SERVER).stream().map(flag -> changed(flag, own)))
            .toList();
    String server = "https://127.0.0.1:" + port;
    String name = Component.API_SERVER.binary() + "-beside";
    RecordedProcess process =
        RecordedProcess.start(
            new ProcessLaunch(name, command, Map.of(), files.resolve(name + ".log").toString()),
            files.resolve(name + ".json"),
            Lifetime.ATTACHED);
    try (HttpProbe probe =
        HttpProbe.secured(PlaneTrust.of(new PlaneDirectory(plane.directory())))) {
      process.awaitReady(() -> probe.failure(server + "/readyz"), START);
    }
    return new ApiServerBeside(plane, files, server, process);
  }

  private static String changed(String flag, Map<String, String> own) {
    String name = flag.substring(2, flag.indexOf('='));
    return own.containsKey(name) ? "--%s=%s".formatted(name, own.get(name)) : flag;
  }

  /** The kubeconfig by which a user of the plane speaks to this one. */
  public Path kubeconfig(PlaneUser user) {
    try {
      Path file = files.resolve("kubeconfig-" + user.fileName());
      PlaneDirectory.write(
          file, Files.readString(plane.kubeconfig(user)).replace(plane.server(), server));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the kubeconfig of " + user, e);
    }
  }

  @Override
  public void close() {
    process.kill();
  }
}
