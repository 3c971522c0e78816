package dev.coppice.benchmark.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.benchmark.site.Workload.Root;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkloadTest {

  private static JsonNode first(Workload workload) throws JsonProcessingException {
    return new ObjectMapper().readTree(workload.roots().getFirst().json());
  }

  @Test
  void asks_for_every_pod_of_every_clique_of_every_replica() throws JsonProcessingException {
    Workload set = Workload.set("scale", 500, 3, 2);

    assertThat(set.pods()).isEqualTo(3_000);
    assertThat(first(set).at("/spec/replicas").asInt()).isEqualTo(500);
    assertThat(first(set).at("/spec/template/cliques")).hasSize(3);
    assertThat(first(set).at("/spec/template/cliques/2/spec/replicas").asInt()).isEqualTo(2);
    assertThat(first(set).at("/spec/template/cliques/2/spec/minAvailable").asInt()).isEqualTo(2);
  }

  @Test
  void tells_how_long_a_breakable_set_may_be_broken() throws JsonProcessingException {
    Workload set = Workload.breakableSet("broken", Duration.ofSeconds(30));

    assertThat(first(set).at("/spec/template/terminationDelay").asText()).isEqualTo("30s");
    assertThat(set.pods()).isEqualTo(1);
  }

  @Test
  void an_updated_set_differs_in_its_images_only() throws JsonProcessingException {
    Workload before = Workload.updatableSet("update", "1");

    assertThat(before.pods()).isEqualTo(24);
    assertThat(first(before).at("/spec/template/podCliqueScalingGroups/0/cliqueNames")).hasSize(2);
    assertThat(first(before).at("/spec/template/cliques"))
        .extracting(clique ->
            clique.at("/spec/podSpec/containers/0/image").asText().replaceFirst(".*/", ""))
        .containsExactly("model:1", "model:1", "model:1");
    assertThat(before.roots().getFirst().json().replace("model:1", "model:2"))
        .isEqualTo(Workload.updatableSet("update", "2").roots().getFirst().json());
  }

  @Test
  void gives_deployments_the_same_pods_as_sets() throws JsonProcessingException {
    Workload deployments = Workload.deployments("beside", 10, 100);

    assertThat(deployments.pods()).isEqualTo(1_000);
    Workload bare = deployments.without(Kind.SERVICE);
    assertThat(bare.roots()).hasSize(10).extracting(Root::kind).containsOnly(Kind.DEPLOYMENT);
    assertThat(first(bare).at("/spec/template/spec"))
        .isEqualTo(
            first(Workload.set("beside", 1, 1, 1)).at("/spec/template/cliques/0/spec/podSpec"));
  }

  @Test
  void puts_a_headless_service_over_all_deployments() throws JsonProcessingException {
    Workload deployments = Workload.deployments("beside", 10, 100);

    JsonNode service = first(deployments);
    assertThat(service.at("/kind").asText()).isEqualTo("Service");
    assertThat(service.at("/spec/clusterIP").asText()).isEqualTo("None");
    assertThat(first(deployments.without(Kind.SERVICE)).at("/spec/template/metadata/labels"))
        .contains(service.at("/spec/selector/part-of"));
  }

  @Test
  void adds_up() {
    Workload both = Workload.set("a", 1, 1, 3).and(Workload.set("b", 1, 1, 4));

    assertThat(both.pods()).isEqualTo(7);
    assertThat(both.roots()).extracting(Root::name).containsExactly("a", "b");
  }
}
