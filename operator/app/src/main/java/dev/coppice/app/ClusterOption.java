package dev.coppice.app;

import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration.LogFormat;
import dev.coppice.app.configuration.OperatorConfiguration.LogLevel;
import dev.coppice.kube.client.ClusterConnection;
import dev.coppice.kube.client.FailureReason;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The cluster that a command is about. */
final class ClusterOption {

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec command;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Cluster and credentials; without it those of the pod, or what kubectl would use.")
  private @Nullable Path kubeconfig;

  /** Empty for the pod's own credentials, or what kubectl would use. */
  Optional<Path> kubeconfig() {
    return Optional.ofNullable(kubeconfig);
  }

  /** Does one thing to the cluster; returns how the command ends, having said why if badly. */
  int change(OperatorConfiguration configuration, Consumer<KubernetesClient> work) {
    Logging.configure(LogLevel.ERROR, LogFormat.TEXT);
    try (ClusterConnection connection =
        ClusterConnection.open(
            kubeconfig(),
            "coppice-%s/%s".formatted(command.name(), Version.CURRENT),
            configuration.leaderElection().renewDeadline(),
            Clock.systemUTC())) {
      return change(connection, work);
    } catch (IOException e) {
      return complain(e.getMessage());
    }
  }

  private int change(ClusterConnection connection, Consumer<KubernetesClient> work) {
    try {
      work.accept(connection.client());
      return ExitCode.OK.number();
    } catch (KubernetesClientException e) {
      return complain(connection.reachability().failure().orElseGet(() -> FailureReason.of(e)));
    }
  }

  private int complain(@Nullable String problem) {
    return Complaint.tell(command.commandLine(), ExitCode.INITIALISATION, problem);
  }
}
