package dev.coppice.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.Crds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** What an API server and its users rely on in the definitions. */
class CrdSchemaTest {

  static final List<String> NAMES =
      Stream.of(Crds.NAMES, Crds.OPTIONAL).flatMap(List::stream).toList();

  /** Parts whose types are Kubernetes' own; they are described where they come from. */
  private static final Set<String> FOREIGN = Set.of("podSpec", "metrics", "templateSpec");

  @ParameterizedTest
  @FieldSource("NAMES")
  void describe_every_field_of_ours(String name) throws IOException {
    Map<String, JsonNode> fields = fields(schema(name), false);

    assertThat(fields).isNotEmpty();
    assertThat(fields)
        .allSatisfy(
            (path, field) -> assertThat(field.path("description").asText()).as(path).endsWith("."));
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void require_or_default_every_key_of_a_merged_list(String name) throws IOException {
    fields(schema(name), true)
        .forEach((path, list) -> {
          JsonNode item = list.path("items");
          for (JsonNode key : list.path("x-kubernetes-list-map-keys")) {
            JsonNode field = item.path("properties").path(key.asText());
            boolean required = strings(item.path("required")).contains(key.asText());
            assertThat(required || field.has("default")).as("%s: %s", path, key).isTrue();
            assertThat(field.path("nullable").asBoolean()).as("%s: %s", path, key).isFalse();
          }
        });
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void give_every_number_its_format(String name) throws IOException {
    Map<String, JsonNode> fields = fields(schema(name), true);

    assertThat(fields)
        .allSatisfy((path, field) -> {
          String type = field.path("type").asText();
          if (type.equals("integer")) {
            assertThat(field.path("format").asText()).as(path).isIn("int32", "int64");
          } else if (type.equals("number")) {
            assertThat(field.path("format").asText()).as(path).isEqualTo("double");
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"podcliquesets.grove.io", "podcliques.grove.io"})
  void keep_unknown_fields_in_every_object_of_a_pod_spec(String name) throws IOException {
    Map<String, JsonNode> fields = fields(schema(name), true);

    List<String> pruned = new ArrayList<>();
    fields.forEach((path, field) -> {
      if (path.contains(".podSpec") && prunes(field.has("items") ? field.path("items") : field)) {
        pruned.add(path);
      }
    });
    assertThat(fields.keySet()).anyMatch(path -> path.endsWith(".podSpec.containers"));
    assertThat(pruned).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          podcliquesets.grove.io          | Status Replicas Available Updated PCLQs-Updated+ PCLQs-Total+ PCSGs-Updated+ PCSGs-Total+ Type+ Restarts+ Phase Update+ Age
          podcliquescalinggroups.grove.io | Status MinAvail Replicas Available Scheduled Updated PCLQs-Updated+ PCLQs-Total+ MinBreached+ Age
          podcliques.grove.io             | Status MinAvail Replicas Ready Scheduled Updated Gated+ MinBreached+ Age
          clustertopologybindings.grove.io| Domains Age
          podgangs.scheduler.grove.io     | Phase Age
          podgangmaps.grove.io            | Age
          queues.scheduling.run.ai        | Priority Parent Children DisplayName
          """)
  void show_the_documented_columns_in_their_order(String name, String columns) throws IOException {
    List<String> shown = new ArrayList<>();
    for (JsonNode column : version(name).path("additionalPrinterColumns")) {
      shown.add(column.path("name").asText() + (column.path("priority").asInt() == 1 ? "+" : ""));
    }

    assertThat(shown).containsExactly(columns.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "podcliquesets.grove.io, .status.hpaPodSelector",
    "podcliquescalinggroups.grove.io, .status.selector",
    "podcliques.grove.io, .status.hpaPodSelector",
    "clustertopologybindings.grove.io, ''",
    "podgangs.scheduler.grove.io, ''",
    "queues.scheduling.run.ai, ''"
  })
  void can_be_scaled_where_there_are_replicas(String name, String selector) throws IOException {
    JsonNode subresources = version(name).path("subresources");

    assertThat(subresources.has("status")).isTrue();
    assertThat(subresources.path("scale").path("labelSelectorPath").asText()).isEqualTo(selector);
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void fit_into_the_annotation_of_a_client_side_apply(String name) throws IOException {
    assertThat(crd(name).toString().length()).isLessThan(262_144 / 2);
  }

  private static boolean prunes(JsonNode schema) {
    return schema.path("type").asText().equals("object")
        && !schema.has("additionalProperties")
        && !schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
  }

  private static JsonNode crd(String name) throws IOException {
    return new YAMLMapper().readTree(Crds.yaml(name));
  }

  private static JsonNode version(String name) throws IOException {
    return crd(name).path("spec").path("versions").path(0);
  }

  private static JsonNode schema(String name) throws IOException {
    return version(name).path("schema").path("openAPIV3Schema");
  }

  /** All fields at any depth, by path; with or without what lies inside Kubernetes' own types. */
  private static Map<String, JsonNode> fields(JsonNode schema, boolean foreign) {
    Map<String, JsonNode> fields = new TreeMap<>();
    collect("", schema, foreign, fields);
    return fields;
  }

  private static void collect(
      String path, JsonNode schema, boolean foreign, Map<String, JsonNode> fields) {
    JsonNode object = schema.has("items") ? schema.path("items") : schema;
    object
        .path("properties")
        .properties()
        .forEach(field -> {
          String child = path + "." + field.getKey();
          fields.put(child, field.getValue());
          if (foreign || !FOREIGN.contains(field.getKey())) {
            collect(child, field.getValue(), foreign, fields);
          }
        });
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(element -> strings.add(element.asText()));
    return strings;
  }
}
