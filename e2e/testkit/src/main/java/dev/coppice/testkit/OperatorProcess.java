package dev.coppice.testkit;

import dev.coppice.testkit.process.Checkout;
import dev.coppice.testkit.process.HttpProbe;
import dev.coppice.testkit.process.Lifetime;
import dev.coppice.testkit.process.RecordedProcess;
import dev.coppice.testkit.process.ShortProgram;
import dev.coppice.testkit.process.StartFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The operator as its real process, beside a cluster that it reaches by a kubeconfig. */
public final class OperatorProcess implements AutoCloseable {

  static final String CONFIGURATION = "config.yaml";
  static final String LOG = "operator.log";
  static final String RECORD = "process.json";
  static final String FINGERPRINT = "build";

  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration STOP = Duration.ofSeconds(30);

  private final Path directory;
  private final RecordedProcess process;
  private final OperatorConfiguration configuration;

  OperatorProcess(Path directory, RecordedProcess process, OperatorConfiguration configuration) {
    this.directory = directory;
    this.process = process;
    this.configuration = configuration;
  }

  /**
   * An operator that acts with {@code kubeconfig} and keeps its files in {@code directory}. Several
   * of them may share a cluster, each with a directory of its own.
   */
  public static OperatorProcessBuilder in(Path directory, Path kubeconfig) {
    return new OperatorProcessBuilder(
        directory.toAbsolutePath(), kubeconfig.toAbsolutePath(), Lifetime.ATTACHED);
  }

  /**
   * Runs a command of the program that is expected to end well.
   *
   * @return what it printed
   */
  public static String command(String... arguments) {
    Checkout checkout = Checkout.find();
    OperatorBuild build = OperatorBuild.of(checkout).copied(OperatorBuild.copies(checkout));
    return ShortProgram.run(
        "coppice " + arguments[0],
        build.command(checkout, build.archive(checkout).flags(), List.of(arguments)));
  }

  /** The operator that another JVM left running in {@code directory}. */
  public static Optional<OperatorProcess> running(Path directory) {
    Path absolute = directory.toAbsolutePath();
    return RecordedProcess.find(absolute.resolve(RECORD))
        .map(process ->
            new OperatorProcess(
                absolute, process, OperatorConfiguration.read(absolute.resolve(CONFIGURATION))));
  }

  /**
   * Waits until it says that it is ready.
   *
   * @throws StartFailure if it ends instead, or takes too long
   */
  public OperatorProcess awaitReady() {
    try (HttpProbe probe = HttpProbe.plain()) {
      process.awaitReady(() -> probe.failure(configuration.health("/readyz")), START);
    }
    return this;
  }

  /** Whether it says at this moment that it is ready. */
  public boolean isReady() {
    return answers(configuration.health("/readyz"));
  }

  /** Whether it says at this moment that it is alive. */
  public boolean isLive() {
    return answers(configuration.health("/healthz"));
  }

  /** Whether it tells its metrics at this moment. */
  public boolean tellsMetrics() {
    return answers(metricsUrl());
  }

  private static boolean answers(String url) {
    try (HttpProbe probe = HttpProbe.plain()) {
      return probe.failure(url).isEmpty();
    }
  }

  /** Address of its readiness. */
  public String readinessUrl() {
    return configuration.health("/readyz");
  }

  /** Address of its metrics. */
  public String metricsUrl() {
    return configuration.metrics("/metrics");
  }

  /** The file that it was started with. */
  Path configurationFile() {
    return directory.resolve(CONFIGURATION);
  }

  /** The executable and the arguments with which it was started. */
  public List<String> command() {
    return process.launch().command();
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.alive();
  }

  /** Waits until it ends by itself, at most that long; true if it did. */
  public boolean endsWithin(Duration patience) {
    return process.endsWithin(patience);
  }

  /** Starts it again, as it was, after it has ended; returns when the new process is ready. */
  public OperatorProcess startAgain() {
    return launchAgain().awaitReady();
  }

  /** Starts it again, as it was, after it has ended, without waiting. */
  public OperatorProcess launchAgain() {
    return new OperatorProcess(directory, process.startAgain(), configuration);
  }

  /** Asks it to end (SIGTERM), as a rolling update would, and waits until it has. */
  public void terminate() {
    terminate(STOP);
  }

  /** The same, with so much time for it before it is killed. */
  void terminate(Duration patience) {
    process.terminate(patience);
  }

  /** Ends it without warning (SIGKILL), as a crash would. */
  public void kill() {
    process.kill();
  }

  /** Everything that it has logged, earlier processes of the same directory included. */
  public String log() {
    try {
      return Files.readString(logFile());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + logFile(), e);
    }
  }

  /** Where it logs to. */
  public Path logFile() {
    return directory.resolve(LOG);
  }

  /** The last lines of its log, for a message about what went wrong. */
  public String logTail(int lines) {
    return process.logTail(lines);
  }

  /** Whether it runs the code that the checkout holds now, as the user that is wanted now. */
  boolean isUpToDate(OperatorBuild build, Path kubeconfig) {
    try {
      return Files.readString(directory.resolve(FINGERPRINT)).equals(build.fingerprint())
          && process.launch().command().contains(kubeconfig.toString());
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends it, gently at first. */
  @Override
  public void close() {
    if (alive()) {
      terminate();
    }
  }
}
