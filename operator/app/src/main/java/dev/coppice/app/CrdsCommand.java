package dev.coppice.app;

import dev.coppice.api.Crds;
import dev.coppice.app.client.ClusterConnection;
import dev.coppice.app.client.FailureReason;
import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration.LogFormat;
import dev.coppice.app.configuration.OperatorConfiguration.LogLevel;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
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

  private static final PatchContext SERVER_SIDE_APPLY =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager("coppice-crds")
          .withForce(true)
          .build();

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
    try {
      Crds.NAMES.forEach(name -> applyOne(connection.client(), name, out));
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

  private static void applyOne(KubernetesClient client, String name, PrintWriter out) {
    CustomResourceDefinition definition =
        client
            .getKubernetesSerialization()
            .unmarshal(Crds.yaml(name), CustomResourceDefinition.class);
    client.resource(definition).patch(SERVER_SIDE_APPLY);
    out.println("customresourcedefinition/%s applied".formatted(name));
    out.flush();
  }
}
