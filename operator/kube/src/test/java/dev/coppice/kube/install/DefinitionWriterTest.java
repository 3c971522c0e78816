package dev.coppice.kube.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.http.RecordedRequest;
import org.junit.jupiter.api.Test;

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
}
