package dev.coppice.testkit.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KwokConfigurationTest {

  private final List<JsonNode> documents =
      Stream.of(KwokConfiguration.yaml(Duration.ofSeconds(6)).split("\n---\n", -1))
          .map(text -> Serialization.unmarshal(text, JsonNode.class))
          .filter(document -> document != null && document.has("kind"))
          .toList();

  @Test
  void nodes_that_are_marked_dead_are_left_alone() {
    JsonNode options = documents.getFirst().path("options");

    assertThat(options.path("manageNodesWithLabelSelector").asText()).isEqualTo("!sim/dead");
    assertThat(options.path("nodeLeaseDurationSeconds").asInt()).isEqualTo(8);
  }

  @Test
  void every_pod_stage_refuses_to_fire_on_a_dead_node_or_for_another_pod() {
    assertThat(documents)
        .filteredOn(document -> document.at("/spec/resourceRef/kind").asText().equals("Pod"))
        .hasSizeGreaterThan(5)
        .allSatisfy(stage ->
            assertThat(stage.at("/spec/steps/0/patch/template").asText())
                .startsWith(
                    "{{ if eq (NodeIPWith .spec.nodeName) \"%s\" }}{{ fail"
                        .formatted(KwokConfiguration.UNKNOWN_NODE_ADDRESS))
                .contains("uid: {{ .metadata.uid"));
  }
}
