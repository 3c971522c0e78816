package dev.coppice.core.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.testing.TestYaml;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TemplateHashTest {

  private static final String BASE =
      """
      name: prefill
      labels: {team: a}
      spec:
        replicas: 3
        podSpec:
          nodeSelector: {pool: gpu}
          containers:
          - name: main
            image: vllm
            env:
            - {name: A, value: "1"}
            - {name: B, value: "2"}
            resources:
              limits: {cpu: "1"}
      """;

  static Stream<Arguments> sameMeaning() {
    return Stream.of(
        Arguments.of("a quantity in another unit", BASE.replace("{cpu: \"1\"}", "{cpu: 1000m}")),
        Arguments.of("other replicas", BASE.replace("replicas: 3", "replicas: 7")),
        Arguments.of("an empty list", BASE + "    tolerations: []\n"),
        Arguments.of("a null", BASE + "    affinity: null\n"),
        Arguments.of("an empty string map", BASE + "    overhead: {}\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sameMeaning")
  void keeps_the_hash_when_the_pods_would_be_the_same(String change, String yaml) {
    assertThat(hash(yaml)).isEqualTo(hash(BASE));
  }

  static Stream<Arguments> otherMeaning() {
    return Stream.of(
        Arguments.of("another image", BASE.replace("vllm", "sglang")),
        Arguments.of("another label", BASE.replace("team: a", "team: b")),
        Arguments.of("an annotation", BASE + "annotations: {a: b}\n"),
        Arguments.of(
            "the order of a list",
            BASE.replace("{name: A, value: \"1\"}", "{name: X}")
                .replace("{name: B, value: \"2\"}", "{name: A, value: \"1\"}")
                .replace("{name: X}", "{name: B, value: \"2\"}")),
        Arguments.of("another quantity", BASE.replace("cpu: \"1\"", "cpu: \"2\"")),
        Arguments.of("a false", BASE + "    hostNetwork: false\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("otherMeaning")
  void changes_the_hash_when_the_pods_would_differ(String change, String yaml) {
    assertThat(hash(yaml)).isNotEqualTo(hash(BASE));
  }

  @Test
  void tells_an_empty_namespace_selector_which_means_all_from_none() {
    String affinity =
        BASE
            + """
                affinity:
                  podAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - {topologyKey: zone}
            """
                .indent(2);

    assertThat(hash(affinity.replace("zone}", "zone, namespaceSelector: {}}")))
        .isNotEqualTo(hash(affinity));
  }

  @Test
  void takes_the_priority_class_of_the_set_only_where_the_clique_has_none() {
    PodCliqueTemplate own =
        TestYaml.read(BASE + "    priorityClassName: high\n", PodCliqueTemplate.class);
    PodCliqueTemplate none = TestYaml.read(BASE, PodCliqueTemplate.class);

    assertThat(TemplateHash.of(own, "low")).isEqualTo(TemplateHash.of(own, null));
    assertThat(TemplateHash.of(none, "high")).isEqualTo(TemplateHash.of(own, null));
  }

  @Test
  void is_a_label_value_that_names_its_algorithm() {
    assertThat(hash(BASE)).matches("v1-[bcdfghjklmnpqrstvwxz2456789]{10}");
  }

  // The stored hashes of running clusters: a change here rolls every pod of every user.
  @Test
  void stays_what_it_was_in_every_release_of_this_version() {
    assertThat(hash(BASE)).isEqualTo("v1-jjpgbgth7s");
  }

  @Test
  void gives_a_set_the_same_generation_hash_whatever_the_order_of_its_cliques() {
    assertThat(TemplateHash.generation(set("one", "two")))
        .isEqualTo(TemplateHash.generation(set("two", "one")))
        .isNotEqualTo(TemplateHash.generation(set("one", "three")));
  }

  private static String hash(String yaml) {
    return TemplateHash.of(TestYaml.read(yaml, PodCliqueTemplate.class), null);
  }

  private static PodCliqueSet set(String first, String second) {
    return TestYaml.read(
        """
        metadata: {name: s}
        spec:
          template:
            cliques:
            - {name: %s, spec: {podSpec: {containers: [{name: %s}]}}}
            - {name: %s, spec: {podSpec: {containers: [{name: %s}]}}}
        """
            .formatted(first, first, second, second),
        PodCliqueSet.class);
  }
}
