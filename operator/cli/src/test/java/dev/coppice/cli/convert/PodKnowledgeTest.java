package dev.coppice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.core.admission.SampleSet;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodKnowledgeTest {

  private static final String TEMPLATE = "/spec/leaderWorkerTemplate";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          leaderTemplate | | leader | LWS_LEADER_ADDRESS=$(GROVE_PCLQ_NAME)-0.$(GROVE_HEADLESS_SERVICE) LWS_GROUP_SIZE=3 LWS_WORKER_INDEX=0
          leaderTemplate | | worker | LWS_LEADER_ADDRESS=$(GROVE_PCSG_NAME)-$(GROVE_PCSG_INDEX)-leader-0.$(GROVE_HEADLESS_SERVICE) LWS_GROUP_SIZE=3
          leaderTemplate | {subGroupSize: 3} | leader | LWS_LEADER_ADDRESS=$(GROVE_LEADER_ADDRESS) LWS_GROUP_SIZE=$(GROVE_GROUP_SIZE) LWS_WORKER_INDEX=$(GROVE_GROUP_WORKER_INDEX)
          leaderTemplate | {subGroupSize: 3} | worker | LWS_LEADER_ADDRESS=$(GROVE_LEADER_ADDRESS) LWS_GROUP_SIZE=$(GROVE_GROUP_SIZE) LWS_WORKER_INDEX=$(GROVE_GROUP_WORKER_INDEX)
          | | worker | LWS_LEADER_ADDRESS=$(GROVE_PCLQ_NAME)-0.$(GROVE_HEADLESS_SERVICE) LWS_GROUP_SIZE=3 LWS_WORKER_INDEX=$(GROVE_PCLQ_POD_INDEX)
          | {subGroupSize: 1} | worker | LWS_LEADER_ADDRESS=$(GROVE_LEADER_ADDRESS) LWS_GROUP_SIZE=$(GROVE_GROUP_SIZE) LWS_WORKER_INDEX=$(GROVE_GROUP_WORKER_INDEX)
          """)
  void containers_find_the_variables_of_leader_worker_sets(
      String leader, String policy, String clique, String variables) {
    SampleSet example = leader == null ? Example.alone() : Example.plain();
    JsonNode set =
        Example.converted(
            (policy == null ? example : example.with(TEMPLATE + "/subGroupPolicy", policy))
                .with(
                    TEMPLATE + "/workerTemplate/spec/containers/0/env",
                    "[{name: LWS_GROUP_SIZE, value: mine}]")
                .with(
                    TEMPLATE + "/workerTemplate/spec/initContainers", "[{name: load, image: i}]"));

    JsonNode pod = pod(set, clique);
    assertThat(environment(pod.at("/containers/0"))).isEqualTo(variables);
    if (clique.equals("worker")) {
      assertThat(environment(pod.at("/initContainers/0"))).isEqualTo(variables);
    }
  }

  @Test
  void the_only_worker_of_a_group_is_the_first() {
    JsonNode set = Example.converted(Example.plain().with(TEMPLATE + "/size", "2"));

    assertThat(environment(pod(set, "worker").at("/containers/0"))).endsWith(" LWS_WORKER_INDEX=1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          workerTemplate/spec/containers/0/args | ["--rank=$(LWS_WORKER_INDEX)"] | LWS_WORKER_INDEX (spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].args[0]); with {subGroupSize: 3} a group is one subgroup
          workerTemplate/spec/containers/0/env  | [{name: A, valueFrom: {fieldRef: {fieldPath: "metadata.annotations['leaderworkerset.sigs.k8s.io/leader-name']"}}}] | leaderworkerset.sigs.k8s.io/leader-name (spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].env[0].valueFrom.fieldRef.fieldPath); with {subGroupSize: 3} a group is one subgroup
          workerTemplate/spec/containers/0/resources | {limits: {google.com/tpu: 4}} | the TPU variables (spec.leaderWorkerTemplate.workerTemplate asks for google.com/tpu); with {subGroupPolicyType: LeaderExcluded, subGroupSize: 2} a group is one subgroup
          leaderTemplate/spec/containers/0/resources | {requests: {google.com/tpu: 4}} | the TPU variables (spec.leaderWorkerTemplate.leaderTemplate asks for google.com/tpu); with {subGroupPolicyType: LeaderExcluded, subGroupSize: 2} a group is one subgroup
          """)
  void what_only_pods_of_divided_groups_are_told_asks_for_a_policy(
      String place, String value, String problem) {
    assertThat(Example.problems(Example.plain().with(TEMPLATE + "/" + place, value)))
        .containsExactly(
            "spec.leaderWorkerTemplate.subGroupPolicy: Required value: only pods of divided groups are told "
                + problem);
  }

  @Test
  void the_policy_that_is_asked_for_is_enough() {
    SampleSet tpus =
        Example.plain()
            .with(
                TEMPLATE + "/workerTemplate/spec/containers/0/resources",
                "{limits: {google.com/tpu: 4}}")
            .with(TEMPLATE + "/workerTemplate/spec/containers/0/args", "[$(LWS_WORKER_INDEX)]");

    assertThat(Example.problems(tpus)).hasSize(1);
    assertThat(
            Example.problems(
                tpus.with(
                    TEMPLATE + "/subGroupPolicy",
                    "{subGroupPolicyType: LeaderExcluded, subGroupSize: 2}")))
        .isEmpty();
    assertThat(
            Example.problems(
                tpus.with(
                    TEMPLATE + "/workerTemplate/spec/containers/0/env",
                    "[{name: TPU_WORKER_HOSTNAMES, value: a}]")))
        .as("it knows its slice by itself, but not its index")
        .singleElement()
        .asString()
        .doesNotContain("TPU variables");
  }

  @Test
  void keys_that_pods_do_not_have_are_listed_wherever_a_template_names_them() {
    assertThat(
            Example.problems(
                Example.plain()
                    .with(TEMPLATE + "/subGroupPolicy", "{subGroupSize: 3}")
                    .with(
                        TEMPLATE + "/workerTemplate/spec/affinity",
                        """
                        {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
                          {topologyKey: rack, labelSelector: {matchLabels: {leaderworkerset.sigs.k8s.io/name: llm}}}]}}
                        """)
                    .with(
                        TEMPLATE + "/leaderTemplate/spec/containers/0/env",
                        "[{name: A, valueFrom: {fieldRef: {fieldPath: \"metadata.labels['apps.kubernetes.io/pod-index']\"}}}]")))
        .containsExactly(
            "spec.leaderWorkerTemplate.leaderTemplate.spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: \"metadata.labels['apps.kubernetes.io/pod-index']\": pods of a PodCliqueSet do not have apps.kubernetes.io/pod-index",
            "spec.leaderWorkerTemplate.workerTemplate.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels.leaderworkerset.sigs.k8s.io/name: Invalid value: \"leaderworkerset.sigs.k8s.io/name\": pods of a PodCliqueSet do not have leaderworkerset.sigs.k8s.io/name");
  }

  private static JsonNode pod(JsonNode set, String clique) {
    Map<String, JsonNode> pods =
        StreamSupport.stream(set.at("/spec/template/cliques").spliterator(), false)
            .collect(
                Collectors.toMap(
                    template -> template.get("name").asText(),
                    template -> template.at("/spec/podSpec")));
    return pods.get(clique);
  }

  private static String environment(JsonNode container) {
    return StreamSupport.stream(container.path("env").spliterator(), false)
        .map(variable -> variable.get("name").asText() + "=" + variable.get("value").asText())
        .collect(Collectors.joining(" "));
  }
}
