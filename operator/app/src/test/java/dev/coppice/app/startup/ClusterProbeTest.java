package dev.coppice.app.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceBuilder;
import io.fabric8.kubernetes.api.model.APIResourceListBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient
class ClusterProbeTest {

  private KubernetesMockServer server;
  private KubernetesClient client;

  @Test
  void a_cluster_that_serves_every_kind_is_ready() {
    serve(
        "grove.io/v1alpha1",
        "podcliquesets",
        "podcliquesets/status",
        "podcliques",
        "podcliquescalinggroups",
        "clustertopologybindings");
    serve("scheduler.grove.io/v1alpha1", "podgangs");

    assertThat(look()).isEqualTo(new ClusterState.Ready());
  }

  @Test
  void kinds_that_are_not_served_are_named_by_their_definition() {
    serve("grove.io/v1alpha1", "podcliquesets", "podcliquescalinggroups", "podcliques");

    assertThat(look())
        .isInstanceOfSatisfying(
            ClusterState.MissingDefinitions.class,
            missing ->
                assertThat(missing.names())
                    .containsExactly(
                        "podgangs.scheduler.grove.io", "clustertopologybindings.grove.io"));
  }

  @Test
  void a_kind_that_no_enabled_feature_needs_may_be_absent() {
    serve("grove.io/v1alpha1", "podcliquesets", "podcliquescalinggroups", "podcliques");
    serve("scheduler.grove.io/v1alpha1", "podgangs");

    assertThat(look(false)).isEqualTo(new ClusterState.Ready());
    assertThat(look(true))
        .isEqualTo(
            new ClusterState.MissingDefinitions(List.of("clustertopologybindings.grove.io")));
  }

  @Test
  void a_refusal_is_told_with_its_words() {
    server
        .expect()
        .get()
        .withPath("/apis/grove.io/v1alpha1")
        .andReturn(
            403, new StatusBuilder().withCode(403).withMessage("discovery is forbidden").build())
        .always();

    assertThat(look())
        .isInstanceOfSatisfying(
            ClusterState.Refused.class,
            refused -> assertThat(refused.reason()).contains("discovery is forbidden"));
  }

  @Test
  void silence_is_unreachable() {
    Config nobodyListens =
        new ConfigBuilder(client.getConfiguration())
            .withMasterUrl("http://127.0.0.1:1")
            .withRequestRetryBackoffLimit(0)
            .build();
    try (KubernetesClient other = new KubernetesClientBuilder().withConfig(nobodyListens).build()) {

      assertThat(new ClusterProbe(other, RequiredKind.of(true)).get())
          .isEqualTo(new ClusterState.Unreachable("connection refused"));
    }
  }

  private ClusterState look() {
    return look(true);
  }

  private ClusterState look(boolean topologies) {
    return new ClusterProbe(client, RequiredKind.of(topologies)).get();
  }

  private void serve(String groupVersion, String... plurals) {
    server
        .expect()
        .get()
        .withPath("/apis/" + groupVersion)
        .andReturn(
            200,
            new APIResourceListBuilder()
                .withGroupVersion(groupVersion)
                .withResources(Arrays.stream(plurals).map(ClusterProbeTest::resource).toList())
                .build())
        .always();
  }

  private static APIResource resource(String name) {
    return new APIResourceBuilder().withName(name).build();
  }
}
