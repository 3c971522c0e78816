package dev.coppice.benchmark.site;

import dev.coppice.testkit.process.Lifetime;
import dev.coppice.testkit.process.ProcessLaunch;
import dev.coppice.testkit.process.RecordedProcess;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Another operator, started by a command of its own that finds the cluster by KUBECONFIG. */
public final class PeerProcess implements MeasuredOperator {

  private static final Duration STOP = Duration.ofSeconds(30);

  private final Clock clock;
  private RecordedProcess process;

  private PeerProcess(RecordedProcess process, Clock clock) {
    this.process = process;
    this.clock = clock;
  }

  /** Starts a shell command; its output goes into a log in {@code directory}. */
  public static PeerProcess start(String command, Path kubeconfig, Path directory, Clock clock) {
    return new PeerProcess(
        RecordedProcess.start(
            new ProcessLaunch(
                "the peer",
                List.of("/bin/sh", "-c", command),
                Map.of("KUBECONFIG", kubeconfig.toString()),
                directory.resolve("peer.log").toString()),
            directory.resolve("peer.json"),
            Lifetime.ATTACHED),
        clock);
  }

  @Override
  public void stop() {
    // A shell does not pass a signal on.
    List<ProcessHandle> started =
        ProcessHandle.of(process.pid()).stream().flatMap(ProcessHandle::descendants).toList();
    started.forEach(ProcessHandle::destroy);
    process.terminate(STOP);
    started.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public Start start() {
    Instant launched = clock.instant();
    process = process.startAgain();
    return new Start(launched, Optional.empty());
  }

  @Override
  public boolean alive() {
    return process.alive();
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public String description() {
    return process.launch().command().getLast();
  }

  @Override
  public void close() {
    if (process.alive()) {
      stop();
    }
  }
}
