package dev.coppice.core.subgroup;

import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A group of one leader and its workers, and what of it the tests look at. */
final class GroupFixture {

  static final String WITHOUT_TPU = "{containers: [{name: c, image: i}]}";
  static final String WITH_TPU =
      "{containers: [{name: c, image: i, resources: {limits: {google.com/tpu: \"4\"}}}]}";

  private GroupFixture() {}

  static PodSpec pod(String yaml) {
    return TestYaml.read(yaml, PodSpec.class);
  }

  static GroupMember member(String podClique, int pods, String podSpec) {
    return new GroupMember(podClique, pods, TpuContainer.of(pod(podSpec)));
  }

  /** Replica 0 of the scaling group {@code llm-0-tpu}: PodCliques {@code lead} and {@code work}. */
  static SlotGroup group(int slots, int subGroupSize, String policy, String leader, String worker) {
    return new SlotGroup(
        GroupName.ofReplica("default", "llm-0-tpu", 0),
        "llm-0",
        List.of(
            member("llm-0-tpu-0-lead", 1, leader), member("llm-0-tpu-0-work", slots - 1, worker)),
        SubGroups.of(TestYaml.read(policy, SubGroupPolicyType.class), slots, subGroupSize)
            .orElseThrow());
  }

  /** The variables of the first container of a pod, in their order. */
  static Map<String, String> variables(PodSpec pod) {
    return variables(pod.getContainers().getFirst().getEnv());
  }

  static Map<String, String> variables(List<EnvVar> env) {
    Map<String, String> variables = new LinkedHashMap<>();
    env.forEach(one -> variables.put(one.getName(), one.getValue()));
    return variables;
  }
}
