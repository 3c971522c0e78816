package dev.coppice.app;

import dev.coppice.api.Crds;
import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.kube.install.DefinitionWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  @Mixin private final ClusterOption cluster = new ClusterOption();

  @Option(
      names = "--apply",
      description = "Apply them to the cluster instead, over whatever version is there.")
  private boolean apply;

  @Option(
      names = "--queues",
      description =
          "With that of Queues, which are KAI's where it is installed: then its own stays.")
  private boolean queues;

  @Override
  public Integer call() {
    return apply
        ? cluster.change(ConfigurationFile.defaults().configuration(), this::applyAll)
        : print();
  }

  private int print() {
    PrintWriter out = spec.commandLine().getOut();
    Crds.NAMES.forEach(name -> out.print(document(Crds.yaml(name))));
    optional().forEach(name -> out.print(document(Crds.yaml(name))));
    out.flush();
    return ExitCode.OK.number();
  }

  private static String document(String yaml) {
    return (yaml.startsWith("---") ? "" : "---\n") + yaml + (yaml.endsWith("\n") ? "" : "\n");
  }

  private void applyAll(KubernetesClient client) {
    PrintWriter out = spec.commandLine().getOut();
    DefinitionWriter writer = new DefinitionWriter(client);
    for (String name : Crds.NAMES) {
      writer.apply(Crds.yaml(name));
      out.println("customresourcedefinition/%s applied".formatted(name));
      out.flush();
    }
    for (String name : optional()) {
      boolean applied = writer.applyUnlessOfOthers(name, Crds.yaml(name));
      out.println(
          "customresourcedefinition/%s %s"
              .formatted(
                  name, applied ? "applied" : "is there already, of somebody else, and stays"));
      out.flush();
    }
  }

  private List<String> optional() {
    return queues ? Crds.OPTIONAL : List.of();
  }
}
