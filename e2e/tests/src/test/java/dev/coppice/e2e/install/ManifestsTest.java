package dev.coppice.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.Crds;
import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.testkit.Helm;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.plane.Binaries;
import dev.coppice.testkit.process.Checkout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users install is what this commit says, in whatever form they take it. */
class ManifestsTest {

  private static final Checkout CHECKOUT = Checkout.find();
  private static final YAMLMapper YAML = new YAMLMapper();

  private final Chart chart = Chart.ofCheckout();
  private final Helm helm =
      new Helm(Binaries.find().helm(), Path.of("no-cluster-is-asked"), "grove-system");

  @Test
  void the_chart_has_the_definitions_of_this_commit() throws IOException {
    for (String name : Crds.NAMES) {
      assertThat(chart.folder().resolve("files/crds").resolve(name + ".yaml"))
          .as("run hack/generate")
          .hasContent(Crds.yaml(name));
    }
    for (String name : Crds.OPTIONAL) {
      assertThat(chart.folder().resolve("files/optional-crds").resolve(name + ".yaml"))
          .as("run hack/generate")
          .hasContent(Crds.yaml(name));
    }
  }

  @Test
  void the_manifests_are_those_of_the_chart() throws IOException {
    try (Stream<Path> files = Files.list(CHECKOUT.resolve("deploy"))) {
      List<JsonNode> manifests =
          files
              .filter(Files::isRegularFile)
              .sorted()
              .skip(1) // the namespace, which Helm makes itself
              .flatMap(file -> Chart.documents(read(file)).stream())
              .toList();

      assertThat(manifests)
          .as("run hack/generate")
          .containsExactlyInAnyOrderElementsOf(chart.rendered(helm));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, false, Extender,    4",
    "true,  false, true,  WebhookOnly, 5",
    "true,  true,  false, Auto,        7",
    "false, true,  false, Extender,    6",
    "false, true,  true,  WebhookOnly, 7",
    "false, true,  false, Delegated,   5",
    "false, true,  true,  Off,         6",
  })
  void the_registrations_are_those_of_the_webhook(
      boolean protects,
      boolean queues,
      boolean kai,
      String enforcement,
      int count,
      @TempDir Path directory)
      throws IOException {
    String[] values = {
      "--set",
      "config.authorizer.enabled=" + protects,
      "--set",
      "config.queue.enabled=" + queues,
      "--set",
      "config.queue.protectDeletion=" + protects,
      "--set",
      "config.integration.kai=" + kai,
      "--set",
      "config.enforcement=" + enforcement,
      "--set",
      "config.evictionGuard.schedulerUsers={system:kube-scheduler,a-second-one}",
      "--set",
      "config.authorizer.exemptServiceAccountUserNames={someone}"
    };
    List<JsonNode> rendered = chart.rendered(helm, values);
    Path file = Files.writeString(directory.resolve("config.yaml"), configuration(rendered));

    List<JsonNode> printed =
        Chart.documents(
            OperatorProcess.command(
                "webhooks", "--config", file.toString(), "--namespace", "grove-system"));

    assertThat(registrations(rendered))
        .containsExactlyInAnyOrderElementsOf(registrations(printed))
        .hasSize(count);
  }

  @Test
  void a_cluster_that_says_that_kai_is_there_gets_what_queues_of_kai_need() throws IOException {
    String[] queues = {"--set", "config.queue.enabled=true"};
    String[] ofKai = {
      "--set", "config.queue.enabled=true", "--api-versions", "kai.scheduler/v1/SchedulingShard"
    };

    assertThat(names(registrations(chart.rendered(helm, queues))))
        .contains("queue-validating-webhook")
        .doesNotContain("queue-defaulting-webhook");
    assertThat(names(registrations(chart.rendered(helm, ofKai))))
        .contains("queue-validating-webhook", "queue-defaulting-webhook");
  }

  private static List<String> names(List<JsonNode> objects) {
    return objects.stream().map(object -> object.at("/metadata/name").asText()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicaCounts=2                        | additional properties 'replicaCounts' not allowed
          config=null                            | missing property 'config'
          config.leaderElection.enabled=false    | several operators would act at once
          service.type=ExternalName              | service.externalName is needed
          webhooks.caBundle=AAAA                 | webhooks.caBundle is for
          config.nonsense=1                      | '/config': additional properties 'nonsense' not allowed
          config.server.webhooks.prot=1          | '/config/server/webhooks': additional properties 'prot' not allowed
          config.server.webhooks.serviceName=a   | additional properties 'serviceName' not allowed
          config.debugging.enable=true           | '/config/debugging': additional properties 'enable' not allowed
          config.logLevel=loud                   | '/config/logLevel': value must be one of 'debug', 'info', 'error'
          config.admission.maxPods=many          | '/config/admission/maxPods': got string
          config.leaderElection.leaseDuration=15 | '/config/leaderElection/leaseDuration': got number
          config.gangTermination.defaultDelay=4x | '/config/gangTermination/defaultDelay': '4x' does not match
          config.scheduler.profiles[0].name=kai  | '/config/scheduler/profiles/0/name': value must be one of
          """)
  void values_that_cannot_work_are_refused(String value, String reason) {
    assertThatIllegalStateException()
        .isThrownBy(() -> chart.rendered(helm, "--set", value))
        .withMessageContaining(reason);
  }

  @Test
  void every_key_of_the_configuration_file_goes_into_it(@TempDir Path directory)
      throws IOException {
    ObjectNode defaults;
    try (InputStream yaml = ConfigurationFile.class.getResourceAsStream("defaults.yaml")) {
      defaults = (ObjectNode) YAML.readTree(yaml);
    }
    ObjectNode config = defaults.deepCopy();
    // What the chart itself puts into the file.
    config.remove(List.of("apiVersion", "kind"));
    ((ObjectNode) config.at("/server/webhooks")).remove("serviceName");
    Path values = directory.resolve("values.yaml");
    // By default no leader is elected.
    YAML.writeValue(
        values.toFile(), YAML.createObjectNode().put("replicaCount", 1).set("config", config));

    List<JsonNode> rendered = chart.rendered(helm, "--values", values.toString());

    assertThat(YAML.readTree(configuration(rendered))).isEqualTo(defaults);
  }

  @ParameterizedTest
  @CsvSource({
    "false, Extender,    false",
    "true,  Off,         false",
    "true,  Delegated,   false",
    "true,  Auto,        true",
    "true,  WebhookOnly, true"
  })
  void the_webhook_reads_pods_only_where_it_guards_them(
      boolean queues, String enforcement, boolean reads) {
    List<JsonNode> rendered =
        chart.rendered(
            helm,
            "--set",
            "config.queue.enabled=" + queues,
            "--set",
            "config.enforcement=" + enforcement);

    JsonNode role =
        rendered.stream()
            .filter(object -> object.path("kind").asText().equals("ClusterRole"))
            .filter(object ->
                object.at("/metadata/name").asText().equals("grove:system:grove-operator-webhook"))
            .findFirst()
            .orElseThrow();

    assertThat(role.toString().contains("\"pods\"")).isEqualTo(reads);
    assertThat(role.toString().contains("eviction-guard-webhook")).isEqualTo(reads);
  }

  private static String configuration(List<JsonNode> rendered) {
    return rendered.stream()
        .filter(object -> object.path("kind").asText().equals("ConfigMap"))
        .findFirst()
        .orElseThrow()
        .at("/data/config.yaml")
        .asText();
  }

  /** Their labels say who installed them. */
  private static List<JsonNode> registrations(List<JsonNode> objects) {
    return objects.stream()
        .filter(object -> object.path("kind").asText().endsWith("WebhookConfiguration"))
        .peek(object -> ((ObjectNode) object.path("metadata")).remove("labels"))
        .toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
