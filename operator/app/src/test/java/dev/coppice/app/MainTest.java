package dev.coppice.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @Test
  void tells_its_version() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).matches("coppice \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void help_names_every_subcommand() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("operator", "webhook", "all", "crds", "webhooks", "convert");
  }

  @ParameterizedTest
  @CsvSource({
    "'', coppice: a subcommand is missing (see coppice --help)",
    "operater, coppice: Unmatched argument at index 0: 'operater' (see coppice --help)",
    "operator --confg, coppice: Unknown option: '--confg' (see coppice operator --help)",
    "convert, coppice: Missing required parameter: 'FILE' (see coppice convert --help)",
    "operator --config, coppice: Missing required parameter for option '--config' (FILE) (see coppice operator --help)",
  })
  void a_command_line_that_makes_no_sense_is_refused_in_one_line(String line, String complaint) {
    int code = line.isEmpty() ? run() : run(line.split(" "));

    assertThat(code).isEqualTo(1);
    assertThat(err.toString().strip()).isEqualTo(complaint);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void every_mistake_in_a_configuration_is_a_line_with_the_name_of_the_file() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config.yaml"),
            """
            apiVersion: operator.config.grove.io/v1alpha1
            kind: OperatorConfiguration
            logLevl: info
            startup: {image: ""}
            """);

    int code = run("operator", "--config", file.toString());

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "coppice: " + file + ": logLevl: unknown key, did you mean logLevel?",
            "coppice: " + file + ": startup.image: Required value: must not be empty");
  }

  @Test
  void a_configuration_that_is_not_there_is_refused() {
    int code = run("webhook", "--config", "/absent.yaml");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().strip()).isEqualTo("coppice: /absent.yaml: no such file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "operator --kubeconfig /absent.yaml",
        "crds --apply --kubeconfig /absent.yaml",
        "webhooks --apply --kubeconfig /absent.yaml",
      })
  void every_command_refuses_a_kubeconfig_that_is_not_there_in_the_same_words(String line) {
    int code = run(line.split(" "));

    assertThat(code).isEqualTo(4);
    assertThat(err.toString().strip())
        .isEqualTo("coppice: /absent.yaml: no such file, or not readable");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void prints_all_definitions_as_one_yaml_stream() throws IOException {
    assertThat(run("crds")).isZero();

    List<String> names;
    try (MappingIterator<JsonNode> documents =
        new YAMLMapper().readerFor(JsonNode.class).readValues(out.toString())) {
      names = documents.readAll().stream().map(crd -> crd.at("/metadata/name").asText()).toList();
    }
    assertThat(names)
        .containsExactlyInAnyOrder(
            "clustertopologybindings.grove.io",
            "podcliquesets.grove.io",
            "podcliquescalinggroups.grove.io",
            "podcliques.grove.io",
            "podgangs.scheduler.grove.io",
            "podgangmaps.grove.io");
  }

  @Test
  void prints_the_registrations_of_the_webhooks_for_a_service() throws IOException {
    assertThat(run("webhooks", "--namespace", "grove-system")).isZero();

    List<JsonNode> documents = documents();
    assertThat(documents)
        .extracting(document -> document.at("/metadata/name").asText())
        .containsExactly(
            "grove-webhook-server-cert",
            "podcliqueset-defaulting-webhook",
            "podcliqueset-validating-webhook",
            "clustertopology-validating-webhook",
            "scale-validating-webhook");
    assertThat(documents.getFirst().at("/metadata/namespace").asText()).isEqualTo("grove-system");
    assertThat(documents.getFirst().has("data")).as("certificates are the webhook's own").isFalse();
    assertThat(documents.get(1).at("/webhooks/0/clientConfig/service"))
        .hasToString(
            "{\"name\":\"grove-operator\",\"namespace\":\"grove-system\","
                + "\"path\":\"/webhooks/default-podcliqueset\",\"port\":2750}");
  }

  @Test
  void prints_the_registrations_of_the_webhooks_as_they_are_configured() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config.yaml"),
            """
            apiVersion: operator.config.grove.io/v1alpha1
            kind: OperatorConfiguration
            authorizer: {enabled: true, exemptServiceAccountUserNames: [someone]}
            """);

    assertThat(run("webhooks", "--config", file.toString(), "--url", "https://127.0.0.1:4443"))
        .isZero();

    List<JsonNode> documents = documents();
    assertThat(documents).hasSize(6);
    assertThat(documents.getLast().at("/webhooks/0/clientConfig/url").asText())
        .isEqualTo("https://127.0.0.1:4443/webhooks/authorizer-webhook");
    assertThat(documents.getLast().at("/webhooks/0/matchConditions").toString())
        .contains("'someone'", "'system:serviceaccount:default:grove-operator'");
  }

  private List<JsonNode> documents() throws IOException {
    try (MappingIterator<JsonNode> documents =
        new YAMLMapper().readerFor(JsonNode.class).readValues(out.toString())) {
      return documents.readAll();
    }
  }

  private int run(String... arguments) {
    return Main.commandLine(Clock.systemUTC())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
