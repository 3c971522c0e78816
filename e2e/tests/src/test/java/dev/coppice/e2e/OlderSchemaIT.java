package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.RunDirectory;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An operator that writes fields which the served definitions do not know yet, or no more. */
class OlderSchemaIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PODS = 4;

  private final Path directory = RunDirectory.of("OlderSchemaIT");

  @Test
  void writes_what_is_not_kept_once_names_it_and_goes_on_when_the_definitions_are_back()
      throws Exception {
    try (ControlPlane plane = ControlPlane.in(directory.resolve("plane")).start();
        KubernetesClient client = plane.client();
        OperatorProcess operator =
            OperatorProcess.in(directory.resolve("operator"), plane.kubeconfig(PlaneUser.OPERATOR))
                .launch();
        HttpClient http = HttpClient.newHttpClient()) {
      Kubectl kubectl = new Kubectl(plane.kubectl(), plane.kubeconfig(PlaneUser.ADMIN), "default");
      new SimulatedNodes(client).create(NodeShape.gpu("node"), 2);
      CrdInstallation.into(client, "tests");
      operator.awaitReady();
      // A run before this one has written to the same file.
      int begun = operator.log().length();

      dropStatusField(kubectl, "podcliquesets.grove.io", "currentGenerationHash");
      dropStatusField(kubectl, "podcliques.grove.io", "wasAvailable");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(get(http, operator.readinessUrl()))
                  .startsWith("503 schemas: SchemaTooOld")
                  .contains("PodCliqueSet status.currentGenerationHash")
                  .contains("PodClique status.wasAvailable"));
      assertThat(get(http, operator.metricsUrl()))
          .contains("coppice_schema_missing_fields{kind=\"podclique\"} 1.0")
          .contains("coppice_schema_missing_fields{kind=\"podcliqueset\"} 1.0");

      kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", PODS, 1)));
      kubectl.run("wait", "--for=condition=Ready", "pcs/web", "--timeout=60s");
      kubectl.run("scale", "pcs", "web", "--replicas=2");
      await().atMost(PATIENCE).until(() -> message(client).startsWith("2 of 2 replicas"));
      assertThat(message(client))
          .contains("SchemaTooOld", "PodCliqueSet status.currentGenerationHash");
      assertThat(Sets.set(client, "web").statusOrEmpty().currentGenerationHash()).isNull();
      Writes writes = Writes.in(plane.auditLog()).by(PlaneUser.OPERATOR);
      assertThat(writes.to("podcliquesets").count()).as(writes.toString()).isLessThan(30);
      assertThat(writes.to("podcliques").count()).as(writes.toString()).isLessThan(60);
      String log = operator.log().substring(begun);
      assertThat(log.lines().filter(line -> line.contains("older than this version")))
          // The two definitions have changed one after the other.
          .hasSizeBetween(1, 2);
      assertThat(log).doesNotContain("did not come to rest");

      CrdInstallation.into(client, "tests");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(get(http, operator.readinessUrl())).isEqualTo("200 ok\n"));
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            assertThat(Sets.set(client, "web").statusOrEmpty().currentGenerationHash()).isNotNull();
            assertThat(message(client)).isEqualTo("2 of 2 replicas available");
            assertThat(Sets.set(client, "web").statusOrEmpty().lastErrors()).isEmpty();
          });
    }
  }

  private static void dropStatusField(Kubectl kubectl, String definition, String field) {
    kubectl.run(
        "patch",
        "crd",
        definition,
        "--type=json",
        "--patch",
        ("[{\"op\":\"remove\",\"path\":\"/spec/versions/0/schema/openAPIV3Schema/properties/"
                + "status/properties/%s\"}]")
            .formatted(field));
  }

  private static String message(KubernetesClient client) {
    return Conditions.find(
            Sets.set(client, "web").statusOrEmpty().conditions(), ConditionTypes.READY)
        .orElseThrow()
        .getMessage();
  }

  private static String get(HttpClient http, String url) {
    try {
      var answer =
          http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
