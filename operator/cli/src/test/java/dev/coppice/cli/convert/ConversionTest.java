package dev.coppice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversionTest {

  private static final String TEMPLATE = "/spec/leaderWorkerTemplate";

  @Test
  void a_group_of_two_templates_is_a_replica_of_a_scaling_group() {
    JsonNode set = Example.converted(Example.plain());

    assertThat(set.at("/spec/replicas").asInt()).isEqualTo(1);
    assertThat(set.at("/spec/template/cliques/0/name").asText()).isEqualTo("leader");
    assertThat(set.at("/spec/template/cliques/0/spec/replicas").asInt()).isEqualTo(1);
    assertThat(set.at("/spec/template/cliques/1/name").asText()).isEqualTo("worker");
    assertThat(set.at("/spec/template/cliques/1/spec/replicas").asInt()).isEqualTo(2);
    assertThat(set.at("/spec/template/cliques/1/spec/minAvailable").asInt()).isEqualTo(2);
    assertThat(set.at("/spec/template/podCliqueScalingGroups"))
        .hasToString(
            "[{\"name\":\"group\",\"cliqueNames\":[\"leader\",\"worker\"],\"replicas\":2,\"minAvailable\":1}]");
  }

  @Test
  void a_group_of_one_template_is_a_replica_of_a_set_of_one_clique() {
    JsonNode set = Example.converted(Example.alone());

    assertThat(set.at("/spec/replicas").asInt()).isEqualTo(2);
    assertThat(set.at("/spec/template/cliques")).hasSize(1);
    assertThat(set.at("/spec/template/cliques/0/name").asText()).isEqualTo("worker");
    assertThat(set.at("/spec/template/cliques/0/spec/replicas").asInt()).isEqualTo(3);
    assertThat(set.at("/spec/template/cliques/0/spec/minAvailable").asInt()).isEqualTo(3);
    assertThat(set.at("/spec/template/podCliqueScalingGroups").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                   | 5                            | /spec/template/podCliqueScalingGroups/0/replicas | 5
          /spec/replicas                   | (absent)                     | /spec/template/podCliqueScalingGroups/0/replicas | 1
          TEMPLATE/size                    | 8                            | /spec/template/cliques/1/spec/minAvailable | 7
          TEMPLATE/size                    | (absent)                     | /spec/template/podCliqueScalingGroups/0/cliqueNames | ["leader"]
          TEMPLATE/subGroupPolicy          | {subGroupSize: 3}            | /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {"subGroupPolicyType":"LeaderWorker","subGroupSize":3}
          TEMPLATE/subGroupPolicy          | {subGroupPolicyType: LeaderExcluded, subGroupSize: 2} | /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {"subGroupPolicyType":"LeaderExcluded","subGroupSize":2}
          /spec/subGroupSize               | 3                            | /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {"subGroupPolicyType":"LeaderWorker","subGroupSize":3}
          TEMPLATE/restartPolicy           | (absent)                     | /spec/template/terminationDelay | "30s"
          TEMPLATE/restartPolicy           | RecreateGroupOnPodRestart    | /spec/template/terminationDelay | "30s"
          TEMPLATE/restartPolicy           | RecreateGroupAfterStart      | /spec/template/terminationDelay | "30s"
          TEMPLATE/restartPolicy           | Default                      | /spec/template/terminationDelay |
          /spec/startupPolicy              | LeaderCreated                | /spec/template/cliqueStartupType |
          /spec/startupPolicy              | LeaderReady                  | /spec/template/cliqueStartupType | "CliqueStartupTypeExplicit"
          /spec/startupPolicy              | LeaderReady                  | /spec/template/cliques/1/spec/startsAfter | ["leader"]
          /spec/startupPolicy              | LeaderReady                  | /spec/template/cliques/0/spec/startsAfter |
          /spec/networkConfig              | {subdomainPolicy: Shared}    | /spec/template/headlessServiceConfig |
          /spec/networkConfig              | {}                           | /spec/template/headlessServiceConfig |
          /spec/groupIdentity              | Ordinal                      | /spec/updateStrategy |
          /spec/groupReplacementPolicy     | PostTermination              | /spec/updateStrategy |
          /spec/rolloutStrategy            | {type: RollingUpdate, rollingUpdateConfiguration: {partition: 0, maxUnavailable: 1, maxSurge: 0%}} | /spec/updateStrategy |
          TEMPLATE/volumeClaimTemplates    | []                           | /spec/updateStrategy |
          /metadata/namespace              | serving                      | /metadata/namespace | "serving"
          /metadata/labels                 | {app: llm}                   | /metadata/labels | {"app":"llm"}
          /metadata/annotations            | {example.com/a: b}           | /metadata/annotations | {"example.com/a":"b"}
          /metadata/annotations            | {leaderworkerset.sigs.k8s.io/exclusive-topology: rack} | /metadata/annotations | {"grove.io/exclusive-topology":"rack"}
          /metadata/annotations            | {leaderworkerset.sigs.k8s.io/exclusive-topology: rack, grove.io/exclusive-topology: rack} | /metadata/annotations | {"grove.io/exclusive-topology":"rack"}
          /metadata/annotations            | {leaderworkerset.sigs.k8s.io/experimental-recreate-group-after-start: "true"} | /metadata/annotations |
          /metadata/annotations            | {kubectl.kubernetes.io/last-applied-configuration: "{}"} | /metadata/annotations |
          /metadata/uid                    | 35b9cf6c-17e7-448a-be1d-9bce15241cc6 | /metadata/uid |
          /status                          | {replicas: 2}                | /status |
          TEMPLATE/leaderTemplate/metadata | {labels: {role: head}, creationTimestamp: null} | /spec/template/cliques/0/labels | {"role":"head"}
          TEMPLATE/workerTemplate/metadata | {annotations: {example.com/a: b}} | /spec/template/cliques/1/annotations | {"example.com/a":"b"}
          TEMPLATE/workerTemplate/spec/priorityClassName | high           | /spec/template/cliques/1/spec/podSpec/priorityClassName | "high"
          TEMPLATE/workerTemplate/spec/somethingNew | {a: 1}              | /spec/template/cliques/1/spec/podSpec/somethingNew | {"a":1}
          """)
  void what_has_an_equal_is_there(String place, String value, String equalPlace, String equal) {
    JsonNode set = Example.converted(Example.plain().with(pointer(place), value));

    assertThat(set.at(equalPlace).toString()).isEqualTo(equal == null ? "" : equal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                   | 0                            | /spec/replicas | 0
          TEMPLATE/size                    | (absent)                     | /spec/template/cliques/0/spec/replicas | 1
          TEMPLATE/subGroupPolicy          | {subGroupSize: 1}            | /spec/template/cliques/0/spec/subGroupPolicy | {"subGroupPolicyType":"LeaderWorker","subGroupSize":1}
          /spec/networkConfig              | {subdomainPolicy: UniquePerReplica} | /spec/template/headlessServiceConfig |
          """)
  void what_has_an_equal_is_there_with_one_template_too(
      String place, String value, String equalPlace, String equal) {
    JsonNode set = Example.converted(Example.alone().with(pointer(place), value));

    assertThat(set.at(equalPlace).toString()).isEqualTo(equal == null ? "" : equal);
  }

  @Test
  void what_is_not_quite_the_same_is_told_without_a_refusal() {
    assertThat(Example.convert(Example.plain()).warnings()).isEmpty();
    assertThat(
            Example.convert(Example.plain().with(TEMPLATE + "/restartPolicy", SampleSet.ABSENT))
                .warnings())
        .singleElement()
        .asString()
        .startsWith(
            "LeaderWorkerSet llm: spec.leaderWorkerTemplate.restartPolicy: becomes terminationDelay 30s: ");
    assertThat(Example.convert(Example.alone()).warnings())
        .containsExactly(
            "LeaderWorkerSet llm: spec.networkConfig.subdomainPolicy: each group has a headless Service of its own, none finds the pods of all",
            "LeaderWorkerSet llm: spec.leaderWorkerTemplate.leaderTemplate: without one an update replaces one pod of a group after the other; give the leader one, which may be the same, and the group is replaced as a whole");
    assertThat(Example.convert(Example.plain().with(TEMPLATE + "/size", "1")).warnings())
        .containsExactly(
            "LeaderWorkerSet llm: spec.leaderWorkerTemplate.workerTemplate: no pod is made of it, since a group has 1 pod, its leader");
    assertThat(
            Example.convert(
                    Example.plain().with(TEMPLATE + "/workerTemplate/spec/imagePullSecret", "[]"))
                .warnings())
        .containsExactly(
            "PodCliqueSet llm: spec.template.cliques[1].spec.podSpec.imagePullSecret: unknown field, kept as it is");
  }

  @ParameterizedTest
  @CsvSource({
    "3, {}, pod",
    "1, {}, ''",
    "3, {subGroupSize: 1}, subgroup",
    "2, {subGroupSize: 1}, subgroup",
    "3, {subGroupSize: 2}, ''",
    "3, {subGroupSize: 3}, ''",
    "1, {subGroupSize: 1}, ''",
    "3, '{subGroupPolicyType: LeaderExcluded, subGroupSize: 2}', subgroup",
  })
  void a_group_that_is_not_replaced_as_a_whole_is_told(String size, String policy, String part) {
    SampleSet one = Example.alone().with("/spec/replicas", "1").with(TEMPLATE + "/size", size);
    SampleSet divided = policy.equals("{}") ? one : one.with(TEMPLATE + "/subGroupPolicy", policy);

    assertThat(Example.convert(divided).problems()).isEmpty();
    assertThat(Example.convert(divided).warnings())
        .filteredOn(warning -> warning.contains("an update replaces one"))
        .hasSize(part.isEmpty() ? 0 : 1)
        .allMatch(warning -> warning.contains("one " + part + " of a group"));
  }

  private static String pointer(String place) {
    return place.replace("TEMPLATE", TEMPLATE);
  }
}
