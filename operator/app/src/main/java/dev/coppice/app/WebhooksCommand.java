package dev.coppice.app;

import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.app.configuration.InvalidConfigurationException;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration.LogFormat;
import dev.coppice.app.configuration.OperatorConfiguration.LogLevel;
import dev.coppice.kube.client.ClusterConnection;
import dev.coppice.kube.client.FailureReason;
import dev.coppice.kube.install.RegistrationWriter;
import dev.coppice.kube.trust.RegistrationName;
import dev.coppice.webhook.registration.RegistrationObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows or installs what makes the API server call the webhook. */
@Command(
    name = "webhooks",
    description = "Prints the registrations of the webhooks as YAML, or installs them.")
final class WebhooksCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--apply",
      description = "Apply them to the cluster instead, and remove those that are switched off.")
  private boolean apply;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file of the webhook; without it every key has its default.")
  private @Nullable Path config;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "Where operator and webhook run; without it that of the pod, or default.")
  private @Nullable String namespace;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Where the API server finds the webhook, in place of server.webhooks.url, or of the"
              + " Service.")
  private @Nullable String url;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Cluster and credentials; without it those of the pod, or what kubectl would use.")
  private @Nullable Path kubeconfig;

  @Override
  public Integer call() {
    OperatorConfiguration configuration;
    try {
      configuration =
          (config == null ? ConfigurationFile.defaults() : ConfigurationFile.read(config))
              .configuration();
    } catch (InvalidConfigurationException e) {
      e.problems().forEach(problem -> complain(config + ": " + problem));
      return ExitCode.CONFIGURATION.number();
    }
    RegistrationObjects registrations =
        WebhookWiring.registrations(
            configuration,
            namespace == null ? OwnIdentity.namespace("") : namespace,
            Optional.ofNullable(url));
    return apply ? applyAll(configuration, registrations) : print(registrations);
  }

  private int print(RegistrationObjects registrations) {
    PrintWriter out = spec.commandLine().getOut();
    KubernetesSerialization yaml = new KubernetesSerialization();
    registrations.all().forEach(registration -> out.print(yaml.asYaml(registration)));
    out.flush();
    return ExitCode.OK.number();
  }

  private int applyAll(OperatorConfiguration configuration, RegistrationObjects registrations) {
    Logging.configure(LogLevel.ERROR, LogFormat.TEXT);
    try (ClusterConnection connection =
        ClusterConnection.open(
            Optional.ofNullable(kubeconfig),
            "coppice-webhooks/" + Version.CURRENT,
            configuration.leaderElection().renewDeadline())) {
      return applyAll(connection, configuration.authorizer().enabled(), registrations);
    } catch (IOException e) {
      complain(String.valueOf(e.getMessage()));
      return ExitCode.INITIALISATION.number();
    }
  }

  private int applyAll(
      ClusterConnection connection, boolean protects, RegistrationObjects registrations) {
    RegistrationWriter writer = new RegistrationWriter(connection.client());
    try {
      for (HasMetadata registration : registrations.all()) {
        writer.apply(registration);
        tell(registration.getKind(), registration.getMetadata().getName(), "applied");
      }
      if (!protects) {
        for (RegistrationName name : RegistrationObjects.FOR_PROTECTION) {
          if (writer.remove(name)) {
            tell(name.kind().text(), name.name(), "removed");
          }
        }
      }
      return ExitCode.OK.number();
    } catch (KubernetesClientException e) {
      complain(connection.reachability().failure().orElseGet(() -> FailureReason.of(e)));
      return ExitCode.INITIALISATION.number();
    }
  }

  private void tell(String kind, String name, String what) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("%s/%s %s".formatted(kind.toLowerCase(Locale.ROOT), name, what));
    out.flush();
  }

  private void complain(String problem) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("coppice: " + problem);
    err.flush();
  }
}
