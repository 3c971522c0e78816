package dev.coppice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.json.ModelJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestTest {

  private static final String WORKER = "/spec/leaderWorkerTemplate/workerTemplate";

  @Test
  void several_documents_are_converted_in_their_order() {
    Manifest manifest =
        Manifest.of("---\n%s\n---\n# nothing\n---\n%s\n".formatted(named("b"), named("a")));

    assertThat(names(manifest)).containsExactly("b", "a");
  }

  @Test
  void lists_as_kubectl_prints_them_are_gone_through() {
    for (String kind : List.of("List", "LeaderWorkerSetList")) {
      Manifest manifest =
          Manifest.of(
              "{apiVersion: v1, kind: %s, items: [%s, %s]}"
                  .formatted(kind, named("a"), named("b")));

      assertThat(names(manifest)).containsExactly("a", "b");
    }
  }

  @Test
  void json_may_be_indented_by_tabs_and_come_in_a_row() {
    String json = named("a").replace("{", "{\n\t");

    assertThat(names(Manifest.of(json + "\n" + named("b")))).containsExactly("a", "b");
  }

  @Test
  void yaml_means_what_it_means_to_kubectl() {
    Manifest manifest = Manifest.of(Example.file("undivided.yaml"));

    assertThat(manifest.problems()).isEmpty();
    JsonNode set = ModelJson.tree(manifest.sets().getFirst());
    JsonNode worker = set.at("/spec/template/cliques/1/spec/podSpec");
    assertThat(worker.at("/volumes/0/configMap/defaultMode").asInt())
        .as("an octal number behind an alias")
        .isEqualTo(0755);
    assertThat(worker.at("/containers/0/image").asText()).isEqualTo("example.com/sglang:1.0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          2026-11-22 | 2026-11-22
          12:30:45   | 12:30:45
          0755       |
          yes        |
          1.10       |
          """)
  void only_numbers_and_switches_are_no_texts(String value, String text) {
    Manifest manifest =
        Manifest.of(
            """
            apiVersion: leaderworkerset.x-k8s.io/v1
            kind: LeaderWorkerSet
            metadata: {name: llm, annotations: {example.com/value: %s}}
            spec:
              leaderWorkerTemplate:
                workerTemplate: {spec: {containers: [{name: main, image: i}]}}
            """
                .formatted(value));

    if (text == null) {
      assertThat(manifest.problems())
          .singleElement()
          .asString()
          .startsWith(
              "LeaderWorkerSet llm: metadata.annotations[example.com/value]: Invalid value: ")
          .endsWith(": must be a string");
    } else {
      assertThat(manifest.sets().getFirst().getMetadata().getAnnotations())
          .containsEntry("example.com/value", text);
    }
  }

  @Test
  void merged_keys_are_there() {
    Manifest manifest =
        Manifest.of(
            """
            apiVersion: leaderworkerset.x-k8s.io/v1
            kind: LeaderWorkerSet
            metadata: {name: llm}
            spec:
              leaderWorkerTemplate:
                size: 2
                leaderTemplate:
                  spec: &pod {priorityClassName: high, containers: [{name: main, image: i}]}
                workerTemplate:
                  spec:
                    <<: *pod
                    priorityClassName: low
            """);

    JsonNode cliques = ModelJson.tree(manifest.sets().getFirst()).at("/spec/template/cliques");
    assertThat(cliques.at("/1/spec/podSpec/priorityClassName").asText()).isEqualTo("low");
    assertThat(cliques.at("/1/spec/podSpec/containers/0/image").asText()).isEqualTo("i");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/size                              | 4        | spec.size: Invalid value: 4: no such field is known, so nothing can be made of it
          /spec/networkConfig/leaderServicePort   | [{name: http}] | spec.networkConfig.leaderServicePort: Invalid value: [{"name":"http"}]: no such field is known, so nothing can be made of it
          /spec/leaderWorkerTemplate/subGroupPolicy | {subGroupSize: 3, type: x} | spec.leaderWorkerTemplate.subGroupPolicy.type: Invalid value: "x": no such field is known, so nothing can be made of it
          WORKER/metadata/name                    | a        | spec.leaderWorkerTemplate.workerTemplate.metadata.name: Invalid value: "a": no such field is known, so nothing can be made of it
          /metadata/clusterName                   | a        | metadata.clusterName: Invalid value: "a": no such field is known, so nothing can be made of it
          /data                                   | {a: b}   | data: Invalid value: {"a":"b"}: no such field is known, so nothing can be made of it
          /spec/replicas                          | two      | spec.replicas: Invalid value: "two": must be an integer
          /spec/replicas                          | '2'      | spec.replicas: Invalid value: "2": must be an integer
          /spec/replicas                          | 1.5      | spec.replicas: Invalid value: 1.5: must be an integer
          /spec/leaderWorkerTemplate/size         | 3000000000 | spec.leaderWorkerTemplate.size: Invalid value: 3000000000: Numeric value (3000000000) out of range of int (-2147483648 - 2147483647)
          /spec/startupPolicy                     | 7        | spec.startupPolicy: Invalid value: 7: must be a string
          /spec                                   | 7        | spec: Invalid value: 7: must be an object
          /metadata                               | llm      | metadata: Invalid value: "llm": must be an object
          /metadata/labels                        | {a: 1}   | metadata.labels[a]: Invalid value: 1: must be a string
          WORKER/metadata/labels                  | [a]      | spec.leaderWorkerTemplate.workerTemplate.metadata.labels: Invalid value: ["a"]: must be an object
          WORKER/spec/containers                  | 7        | spec.leaderWorkerTemplate.workerTemplate.spec.containers: Invalid value: 7: must be a list
          WORKER/spec/containers/0/env            | [{name: A, value: 80}] | spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].env[0].value: Invalid value: 80: must be a string
          WORKER/spec/containers/0/tty            | maybe    | spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].tty: Invalid value: "maybe": must be true or false
          """)
  void what_does_not_fit_is_listed(String place, String value, String problem) {
    SampleSet example = Example.plain().with(place.replace("WORKER", WORKER), value);

    assertThat(Example.problems(example)).containsExactly(problem);
  }

  @Test
  void all_that_does_not_fit_is_listed_at_once() {
    SampleSet example =
        Example.plain()
            .with("/spec/sizes", "3")
            .with("/spec/replicas", "two")
            .with("/spec/leaderWorkerTemplate/restart", "Never")
            .with(
                WORKER + "/spec/containers/0/env", "[{name: A, value: 80}, {name: B, value: yes}]")
            .with(WORKER + "/spec/containers/0/env/1/value", "true");

    assertThat(Example.problems(example))
        .extracting(problem -> problem.split(": ", 2)[0])
        .containsExactlyInAnyOrder(
            "spec.sizes",
            "spec.replicas",
            "spec.leaderWorkerTemplate.restart",
            "spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].env[0].value",
            "spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].env[1].value");
  }

  @Test
  void nothing_is_said_of_a_division_whose_number_does_not_fit() {
    SampleSet example =
        Example.plain()
            .with("/spec/leaderWorkerTemplate/size", "four")
            .with("/spec/leaderWorkerTemplate/subGroupPolicy", "{subGroupSize: 2}");

    assertThat(Example.problems(example))
        .containsExactly(
            "spec.leaderWorkerTemplate.size: Invalid value: \"four\": must be an integer");
  }

  @Test
  void other_kinds_and_versions_are_refused() {
    Manifest manifest =
        Manifest.of(
            """
            {apiVersion: v1, kind: Service, metadata: {name: llm, namespace: serving}}
            ---
            {apiVersion: leaderworkerset.x-k8s.io/v2, kind: LeaderWorkerSet, metadata: {name: llm}}
            ---
            {metadata: {name: llm}}
            ---
            {kind: LeaderWorkerSet}
            ---
            llm
            ---
            %s
            """
                .formatted(named("a")));

    assertThat(manifest.sets()).as("all or nothing").isEmpty();
    assertThat(manifest.problems())
        .containsExactly(
            "Service serving/llm: kind: Unsupported value: \"Service\": supported values: \"LeaderWorkerSet\"",
            "LeaderWorkerSet llm: apiVersion: Unsupported value: \"leaderworkerset.x-k8s.io/v2\": supported values: \"leaderworkerset.x-k8s.io/v1\"",
            "object 3: kind: Required value: must be LeaderWorkerSet",
            "object 4: apiVersion: Required value: must be leaderworkerset.x-k8s.io/v1",
            "object 5: must be an object with a kind");
  }

  @Test
  void two_sets_of_one_name_are_told() {
    Manifest manifest = Manifest.of(named("a") + named("b") + named("a"));

    assertThat(manifest.problems())
        .containsExactly("LeaderWorkerSet a: metadata.name: Duplicate value: \"a\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      nullValues = "-",
      textBlock =
          """
          --- # nothing but this   | there is no object in it
          a: [b                    | is not valid YAML at line 2: expected ',' or ']', but got <stream end>
          {"a": 1, "a": 2}         | is not valid JSON at line 1: Duplicate field 'a'
          a: *b                    | is not valid YAML at line 1: found undefined alias b
          a: &b [*b]               | is nested too deeply, or a value contains itself
          a: !!java.io.File [x]    | is not valid YAML at line 1: Global tag is not allowed: tag:yaml.org,2002:java.io.File
          """)
  void what_is_no_manifest_is_told_in_one_line(String text, String problem) {
    assertThat(Manifest.of(text + "\n").problems()).containsExactly(problem);
  }

  private static String named(String name) {
    return Example.plain().with("/metadata/name", name).tree().toString();
  }

  private static List<String> names(Manifest manifest) {
    assertThat(manifest.problems()).isEmpty();
    return manifest.sets().stream().map(set -> set.getMetadata().getName()).toList();
  }
}
