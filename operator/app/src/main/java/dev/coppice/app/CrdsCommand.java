package dev.coppice.app;

import dev.coppice.api.Crds;
import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration.LogFormat;
import dev.coppice.app.configuration.OperatorConfiguration.LogLevel;
import dev.coppice.kube.client.ClusterConnection;
import dev.coppice.kube.client.FailureReason;
import dev.coppice.kube.install.DefinitionWriter;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows or installs the CustomResourceDefinitions that belong to this version. */
@Command(
    name = "crds",
    description = "Prints the CustomResourceDefinitions as YAML, or installs them.")
final class CrdsCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--apply",
      description = "Apply them to the cluster instead, over whatever version is there.")
  private boolean apply;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Cluster and credentials; without it those of the pod, or what kubectl would use.")
  private @Nullable Path kubeconfig;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (apply) {
      return applyAll(out);
    }
    Crds.NAMES.forEach(name -> out.print(document(Crds.yaml(name))));
    out.flush();
    return ExitCode.OK.number();
  }

  private static String document(String yaml) {
    return (yaml.startsWith("---") ? "" : "---\n") + yaml + (yaml.endsWith("\n") ? "" : "\n");
  }

  private int applyAll(PrintWriter out) {
    Logging.configure(LogLevel.ERROR, LogFormat.TEXT);
    OperatorConfiguration defaults = ConfigurationFile.defaults().configuration();
    try (ClusterConnection connection =
        ClusterConnection.open(
            Optional.ofNullable(kubeconfig),
            "coppice-crds/" + Version.CURRENT,
            defaults.leaderElection().renewDeadline())) {
      return applyAll(connection, out);
    } catch (IOException e) {
      return complain(String.valueOf(e.getMessage()));
    }
  }

  private int applyAll(ClusterConnection connection, PrintWriter out) {
    DefinitionWriter writer = new DefinitionWriter(connection.client());
    try {
      for (String name : Crds.NAMES) {
        writer.apply(Crds.yaml(name));
        out.println("customresourcedefinition/%s applied".formatted(name));
        out.flush();
      }
      return ExitCode.OK.number();
    } catch (KubernetesClientException e) {
      return complain(connection.reachability().failure().orElseGet(() -> FailureReason.of(e)));
    }
  }

  private int complain(String problem) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("coppice: " + problem);
    err.flush();
    return ExitCode.INITIALISATION.number();
  }
}
