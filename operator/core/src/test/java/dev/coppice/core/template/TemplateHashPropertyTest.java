package dev.coppice.core.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.testing.TestYaml;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A template that is written in another way hashes alike. */
class TemplateHashPropertyTest {

  private static final String TEMPLATE =
      """
      name: prefill
      labels: {team: a, tier: b, zone: c}
      annotations: {one: "1", two: "2"}
      spec:
        replicas: 3
        podSpec:
          nodeSelector: {pool: gpu, arch: arm}
          overhead: {cpu: 500m}
          affinity:
            podAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
              - {topologyKey: zone, namespaceSelector: {}, labelSelector: {matchLabels: {a: b}}}
          containers:
          - name: main
            image: vllm
            env:
            - {name: A, value: ""}
            - {name: B, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: "1"}}}
            resources:
              limits: {cpu: "2", memory: 1Gi, nvidia.com/gpu: "8"}
              requests: {cpu: 1500m}
          volumes:
          - {name: shm, emptyDir: {medium: Memory, sizeLimit: 2Gi}}
          terminationGracePeriodSeconds: 0
          hostNetwork: false
      """;

  private static final Map<String, List<String>> SPELLINGS =
      Map.of(
          "500m", List.of("0.5", "500m"),
          "1", List.of("1000m", "1", "1e0"),
          "2", List.of("2000m", "2", "0.002k"),
          "1Gi", List.of("1024Mi", "1073741824", "1Gi"),
          "2Gi", List.of("2048Mi", "2147483648", "2Gi"),
          "8", List.of("8", "8000m"),
          "1500m", List.of("1.5", "1500m", "1500000u"));

  // What the API leaves out when it is empty, at places where it may stand.
  private static final List<List<String>> EMPTY =
      List.of(
          List.of("spec.podSpec", "tolerations", "[]"),
          List.of("spec.podSpec", "imagePullSecrets", "[]"),
          List.of("spec.podSpec", "initContainers", "[]"),
          List.of("spec.podSpec", "schedulerName", "null"),
          List.of("spec.podSpec", "securityContext", "null"),
          List.of("spec.podSpec.containers.0", "args", "[]"),
          List.of("spec.podSpec.containers.0", "lifecycle", "null"),
          List.of("spec.podSpec.containers.0.resources", "claims", "[]"));

  @Property(tries = 1000)
  void keeps_the_hash_in_any_order_and_spelling(@ForAll Random random) throws Exception {
    JsonNode template = new YAMLMapper().readTree(TEMPLATE);
    for (List<String> empty : EMPTY) {
      if (random.nextBoolean()) {
        ((ObjectNode) at(template, empty.get(0)))
            .set(empty.get(1), new YAMLMapper().readTree(empty.get(2)));
      }
    }

    String written = rewritten(template, "", random).toString();

    assertThat(hash(written)).as(written).isEqualTo(hash(TEMPLATE));
  }

  private static JsonNode at(JsonNode node, String path) {
    return path.isEmpty() ? node : node.at("/" + path.replace('.', '/'));
  }

  private static JsonNode rewritten(JsonNode node, String path, Random random) {
    return switch (node) {
      case ObjectNode object -> shuffled(object, path, random);
      case ArrayNode array -> {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        array.forEach(item -> copy.add(rewritten(item, path, random)));
        yield copy;
      }
      default -> isQuantity(path) ? respelled(node.asText(), random) : node;
    };
  }

  private static ObjectNode shuffled(ObjectNode object, String path, Random random) {
    List<Map.Entry<String, JsonNode>> fields = new ArrayList<>(object.properties());
    Collections.shuffle(fields, random);
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    fields.forEach(field ->
        copy.set(field.getKey(), rewritten(field.getValue(), path + "/" + field.getKey(), random)));
    return copy;
  }

  private static boolean isQuantity(String path) {
    return path.contains("/limits/")
        || path.contains("/requests/")
        || path.contains("/overhead/")
        || path.endsWith("/sizeLimit")
        || path.endsWith("/divisor");
  }

  private static JsonNode respelled(String quantity, Random random) {
    List<String> spellings = SPELLINGS.get(quantity);
    return JsonNodeFactory.instance.textNode(spellings.get(random.nextInt(spellings.size())));
  }

  private static String hash(String yaml) {
    return TemplateHash.of(TestYaml.read(yaml, PodCliqueTemplate.class), null);
  }
}
