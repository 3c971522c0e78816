package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.HttpProbe;
import dev.coppice.testkit.process.Lifetime;
import dev.coppice.testkit.process.ProcessLaunch;
import dev.coppice.testkit.process.RecordedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The scheduler of a plane with another configuration: it tries again soon, and may ask somebody
 * before it evicts. The plane has its own again with {@link #close}.
 */
public final class SchedulerInPlace implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(2);
  private static final String NAME = Component.SCHEDULER.binary() + "-in-place";
  private static final String CONFIG = "--config=";

  private final ControlPlane plane;
  private final RecordedProcess process;

  private SchedulerInPlace(ControlPlane plane, RecordedProcess process) {
    this.plane = plane;
    this.process = process;
  }

  /**
   * Ends the scheduler of the plane and starts this one; returns when it is ready.
   *
   * @param files a folder for what it reads and writes
   * @param extender whom it asks before it evicts; empty for nobody
   */
  public static SchedulerInPlace start(
      ControlPlane plane, Path files, Optional<Extender> extender) {
    return start(plane, files, extender, Duration.ofSeconds(5));
  }

  /**
   * The same.
   *
   * @param files a folder for what it reads and writes
   * @param extender whom it asks before it evicts; empty for nobody
   * @param look after how long it looks again by itself at a pod that found no room
   */
  public static SchedulerInPlace start(
      ControlPlane plane, Path files, Optional<Extender> extender, Duration look) {
    List<String> flags = plane.flags(Component.SCHEDULER);
    SchedulerFiles read = new SchedulerFiles(files.resolve(PlaneConfiguration.SCHEDULER));
    read.write(read.quick(Path.of(value(flags, CONFIG)), extender), extender);
    List<String> command =
        Stream.of(
                Stream.of(Binaries.find().of(Component.SCHEDULER).toString()),
                flags.stream()
                    .map(flag -> flag.startsWith(CONFIG) ? CONFIG + read.configuration() : flag),
                Stream.of(
                    // As it is by default: how soon it looks again is what is tried.
                    "--" + ComponentCommands.FEATURE_GATES + "=SchedulerPopFromBackoffQ=true",
                    "--pod-max-in-unschedulable-pods-duration=" + look.toSeconds() + "s"))
            .flatMap(words -> words)
            .toList();
    plane.stop(Component.SCHEDULER);
    RecordedProcess process =
        RecordedProcess.start(
            new ProcessLaunch(NAME, command, Map.of(), files.resolve(NAME + ".log").toString()),
            files.resolve(NAME + ".json"),
            Lifetime.ATTACHED);
    SchedulerInPlace placed = new SchedulerInPlace(plane, process);
    try (HttpProbe probe =
        HttpProbe.secured(PlaneTrust.of(new PlaneDirectory(plane.directory())))) {
      String port = value(flags, "--" + ComponentCommands.SECURE_PORT + "=");
      process.awaitReady(
          () -> probe.failure("https://127.0.0.1:%s/healthz".formatted(port)), START);
    } catch (RuntimeException e) {
      placed.close();
      throw e;
    }
    return placed;
  }

  private static String value(List<String> flags, String prefix) {
    return flags.stream()
        .filter(flag -> flag.startsWith(prefix))
        .map(flag -> flag.substring(prefix.length()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    process.kill();
    plane.start(Component.SCHEDULER);
  }
}
