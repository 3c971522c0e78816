package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.util.List;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient
class MetadataClientTest {

  private static final ResourceDefinitionContext NODES =
      new ResourceDefinitionContext.Builder()
          .withVersion("v1")
          .withKind("Node")
          .withPlural("nodes")
          .withNamespaced(false)
          .build();

  private KubernetesMockServer server;
  private KubernetesClient client;

  private List<GenericKubernetesResource> list(String items) {
    server
        .expect()
        .get()
        .withPath("/api/v1/nodes")
        .andReturn(
            200,
            """
            {"kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1",
             "metadata": {"resourceVersion": "412"}, "items": %s}
            """
                .formatted(items))
        .once();
    try (KubernetesClient metadata = MetadataClient.like(client)) {
      return metadata.genericKubernetesResources(NODES).list().getItems();
    }
  }

  @Test
  void asks_for_metadata_alone() throws InterruptedException {
    assertThat(
            list(
                """
                [{"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1",
                  "metadata": {"name": "a", "uid": "u", "managedFields": [{"manager": "m"}]}}]
                """))
        .singleElement()
        .satisfies(node -> {
          assertThat(node.getMetadata().getUid()).isEqualTo("u");
          assertThat(node.getMetadata().getManagedFields()).isEmpty();
        });
    assertThat(server.getLastRequest().getHeader("Accept")).contains("PartialObjectMetadataList");
  }

  @Test
  void of_nothing_the_api_server_gives_null_which_is_a_list_of_nothing() {
    assertThat(list("null")).isEmpty();
  }
}
