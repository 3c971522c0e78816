package dev.coppice.app;

import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.app.configuration.InvalidConfigurationException;
import dev.coppice.app.configuration.LoadedConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.kube.client.ClusterConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A subcommand that runs until it is stopped by a signal. */
@Command
final class ProcessCommand implements Callable<Integer> {

  private static final Logger LOGGER = LoggerFactory.getLogger(ProcessCommand.class);

  private final Role role;
  private final Clock machine;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private final ClusterOption cluster = new ClusterOption();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file; without it every key has its default.")
  private @Nullable Path config;

  @Option(
      names = "--allow-older-schemas",
      description =
          "Be ready although the served schemas lack fields that the operator writes; what they lack"
              + " is lost.")
  private boolean allowOlderSchemas;

  ProcessCommand(Role role, Clock machine) {
    this.role = role;
    this.machine = machine;
  }

  @Override
  public Integer call() {
    if (role.runsControllers()) {
      // Beside what follows: until the cluster is asked, a start keeps one processor busy.
      ClusterConnection.prepare();
    }
    LoadedConfiguration loaded;
    try {
      loaded = ConfigurationFile.readOrDefaults(config);
    } catch (InvalidConfigurationException e) {
      return Complaint.tell(spec.commandLine(), config, e);
    }
    OperatorConfiguration configuration = loaded.configuration();
    Logging.configure(configuration.logLevel(), configuration.logFormat());
    loaded.warnings().forEach(warning -> LOGGER.atWarn().log(warning));
    try {
      return untilEnd(
          CoppiceProcess.start(
              role, configuration, cluster.kubeconfig(), machine, allowOlderSchemas));
    } catch (IOException e) {
      return Complaint.tell(spec.commandLine(), ExitCode.INITIALISATION, e.getMessage());
    }
  }

  /**
   * Waits for a signal, which ends well, or for the process to end by itself. After a signal the
   * JVM's own exit code would be that of the signal; halting behind the last step says what is
   * true.
   */
  private static int untilEnd(CoppiceProcess process) {
    CompletableFuture<Integer> stopped = new CompletableFuture<>();
    Thread onSignal =
        new Thread(
            () -> {
              process.close();
              stopped.complete(ExitCode.OK.number());
              Runtime.getRuntime().halt(ExitCode.OK.number());
            },
            "stop");
    Runtime.getRuntime().addShutdownHook(onSignal);
    var _ = process.ended().thenAccept(code -> Runtime.getRuntime().halt(code.number()));
    return stopped.join();
  }
}
