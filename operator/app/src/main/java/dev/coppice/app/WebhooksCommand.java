package dev.coppice.app;

import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.app.configuration.InvalidConfigurationException;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.kube.install.RegistrationWriter;
import dev.coppice.kube.trust.RegistrationName;
import dev.coppice.webhook.registration.JudgedQueues;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows or installs what makes the API server call the webhook. */
@Command(
    name = "webhooks",
    description =
        "Prints the registrations of the webhooks, and the Secret for their certificates, as YAML, or"
            + " installs them.")
final class WebhooksCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin private final ClusterOption cluster = new ClusterOption();

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

  @Override
  public Integer call() {
    OperatorConfiguration configuration;
    try {
      configuration = ConfigurationFile.readOrDefaults(config).configuration();
    } catch (InvalidConfigurationException e) {
      return Complaint.tell(spec.commandLine(), config, e);
    }
    return apply
        ? cluster.change(
            configuration,
            client -> {
              JudgedQueues.Kai kai = WebhookWiring.kai(configuration, client);
              applyAll(
                  client,
                  objects(configuration, kai),
                  WebhookWiring.switchedOff(configuration, kai));
            })
        : print(objects(configuration, WebhookWiring.kai(configuration)));
  }

  private List<HasMetadata> objects(OperatorConfiguration configuration, JudgedQueues.Kai kai) {
    return WebhookWiring.installed(
        configuration,
        kai,
        namespace == null
            ? OwnIdentity.namespace(configuration.leaderElection().resourceNamespace())
            : namespace,
        Optional.ofNullable(url));
  }

  private int print(List<HasMetadata> objects) {
    PrintWriter out = spec.commandLine().getOut();
    KubernetesSerialization yaml = new KubernetesSerialization();
    objects.forEach(object -> out.print(yaml.asYaml(object)));
    out.flush();
    return ExitCode.OK.number();
  }

  private void applyAll(
      KubernetesClient client, List<HasMetadata> objects, List<RegistrationName> unwanted) {
    RegistrationWriter writer = new RegistrationWriter(client);
    for (HasMetadata object : objects) {
      writer.apply(object);
      tell(object.getKind(), object.getMetadata().getName(), "applied");
    }
    for (RegistrationName name : unwanted) {
      if (writer.remove(name)) {
        tell(name.kind().text(), name.name(), "removed");
      }
    }
  }

  private void tell(String kind, String name, String what) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("%s/%s %s".formatted(kind.toLowerCase(Locale.ROOT), name, what));
    out.flush();
  }
}
