package dev.coppice.api.set;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PodCliqueSetJsonTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  static Stream<ObjectMapper> mappers() {
    return Stream.of(
        new ObjectMapper(),
        JsonMapper.builder().addModule(new JavaTimeModule()).build(),
        clientMapper());
  }

  /** The mapper of fabric8's client, which its constructor sets up. */
  private static ObjectMapper clientMapper() {
    ObjectMapper mapper = new ObjectMapper();
    var _ = new KubernetesSerialization(mapper, false);
    return mapper;
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void a_set_with_every_field_is_written_as_it_was_read(ObjectMapper mapper) throws IOException {
    JsonNode original = fixture();

    String written = mapper.writeValueAsString(mapper.treeToValue(original, PodCliqueSet.class));

    assertThat(mapper.readTree(written)).isEqualTo(original);
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void two_readings_of_one_document_are_equal(ObjectMapper mapper) throws IOException {
    PodCliqueSet once = mapper.treeToValue(fixture(), PodCliqueSet.class);

    PodCliqueSet twice = mapper.treeToValue(fixture(), PodCliqueSet.class);

    assertThat(twice).isEqualTo(once).hasSameHashCodeAs(once);
    assertThat(twice).hasToString("PodCliqueSet team-a/chat");
  }

  @Test
  void what_is_absent_reads_as_empty_and_never_as_null() throws IOException {
    PodCliqueSet set =
        YAML.readValue(
            """
            apiVersion: grove.io/v1alpha1
            kind: PodCliqueSet
            spec:
              template:
                cliques:
                - name: only
                  spec:
                    podSpec: {}
            """,
            PodCliqueSet.class);

    PodCliqueSetTemplate template = set.getSpec().template();
    assertThat(template.podCliqueScalingGroups()).isEmpty();
    assertThat(template.cliques().getFirst().labels()).isEmpty();
    assertThat(template.cliques().getFirst().spec().startsAfter()).isEmpty();
    assertThat(set.statusOrEmpty().conditions()).isEmpty();
    assertThat(set.statusOrEmpty().replicas()).isZero();
  }

  @Test
  void an_explicit_empty_role_name_is_told_from_an_absent_one() throws IOException {
    PodCliqueSpec spec = YAML.readValue("{roleName: '', podSpec: {}}", PodCliqueSpec.class);

    JsonNode written = YAML.valueToTree(spec);

    assertThat(spec.roleName()).isEmpty();
    assertThat(written.path("roleName").isTextual()).isTrue();
    assertThat(YAML.readValue("{podSpec: {}}", PodCliqueSpec.class).roleName()).isNull();
  }

  @Test
  void a_builder_starts_with_the_defaults_of_the_schema() {
    PodCliqueSpec spec = PodCliqueSpecBuilder.builder().build();

    assertThat(spec.replicas()).isEqualTo(PodCliqueSpec.DEFAULT_REPLICAS);
  }

  private static JsonNode fixture() throws IOException {
    try (InputStream in = PodCliqueSetJsonTest.class.getResourceAsStream("/podcliqueset.yaml")) {
      return YAML.readTree(in);
    }
  }
}
