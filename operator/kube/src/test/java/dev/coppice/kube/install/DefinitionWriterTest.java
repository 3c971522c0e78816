package dev.coppice.kube.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnableKubernetesMockClient
class DefinitionWriterTest {

  private KubernetesMockServer server;
  private KubernetesClient client;

  @Test
  void applies_a_definition_with_force_and_every_field_it_has() throws InterruptedException {
    String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.com";
    server
        .expect()
        .patch()
        .withPath(path + "?fieldManager=coppice-crds&force=true")
        .andReturn(200, "{}")
        .once();

    new DefinitionWriter(client)
        .apply(
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: things.example.com
            spec:
              fieldOfTheFuture: kept
            """);

    RecordedRequest request = server.getLastRequest();
    assertThat(request.getHeader("Content-Type")).startsWith("application/apply-patch+yaml");
    assertThat(request.getUtf8Body()).contains("\"fieldOfTheFuture\":\"kept\"");
  }

  @ParameterizedTest
  @CsvSource({
    "true,  '', helm",
    "true,  app.kubernetes.io/name, helm",
    "true,  '', coppice-crds",
    "false, '', ''",
  })
  void a_definition_that_others_may_have_is_known_by_its_writer_or_its_label(
      boolean there, String label, String manager) {
    String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/queues.example.com";
    if (there) {
      server
          .expect()
          .get()
          .withPath(path)
          .andReturn(
              200,
              new CustomResourceDefinitionBuilder()
                  .withNewMetadata()
                  .withName("queues.example.com")
                  .withLabels(label.isEmpty() ? Map.of("a", "b") : Map.of(label, "coppice"))
                  .addNewManagedField()
                  .withManager(manager)
                  .endManagedField()
                  .endMetadata()
                  .build())
          .once();
    }
    server
        .expect()
        .patch()
        .withPath(path + "?fieldManager=coppice-crds&force=true")
        .andReturn(200, "{}")
        .always();

    assertThat(
            new DefinitionWriter(client)
                .applyUnlessOfOthers(
                    "queues.example.com",
                    """
                    apiVersion: apiextensions.k8s.io/v1
                    kind: CustomResourceDefinition
                    metadata: {name: queues.example.com}
                    """))
        .isEqualTo(!there || !label.isEmpty() || manager.equals("coppice-crds"));
  }
}
