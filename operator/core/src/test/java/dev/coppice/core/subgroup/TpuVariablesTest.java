package dev.coppice.core.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.json.ModelJson;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TpuVariablesTest {

  private static final String TPU = "resources: {limits: {google.com/tpu: \"4\"}}";

  private static PodSpec told(String leader, String worker, int number) {
    SlotGroup group = GroupFixture.group(5, 2, "LeaderExcluded", leader, worker);
    Slot slot = group.slot(number);
    return TpuVariables.into(GroupFixture.pod(number == 0 ? leader : worker), group, slot);
  }

  @Test
  void stand_after_those_of_the_user_in_one_order() {
    PodSpec pod =
        told(
            GroupFixture.WITHOUT_TPU,
            "{containers: [{name: c, env: [{name: MODE, value: x}], %s}]}".formatted(TPU),
            1);

    assertThat(GroupFixture.variables(pod))
        .containsExactly(
            Map.entry("MODE", "x"),
            Map.entry("TPU_WORKER_HOSTNAMES", "llm-0-tpu-0-work-0.llm-0,llm-0-tpu-0-work-1.llm-0"),
            Map.entry("TPU_WORKER_ID", "0"),
            Map.entry("TPU_NAME", "llm-0-tpu-0-lead-0"),
            Map.entry(
                "TPU_PROCESS_ADDRESSES",
                "llm-0-tpu-0-work-0.llm-0:8476,llm-0-tpu-0-work-1.llm-0:8476"),
            Map.entry("TPU_PROCESS_PORT", "8476"));
  }

  @Test
  void count_every_container_with_tpus_init_containers_last() {
    String worker =
        """
        initContainers: [{name: load, resources: {requests: {google.com/tpu: "4"}}}, {name: plain}]
        containers: [{name: plain}, {name: one, %s}, {name: two, %s}]
        """
            .formatted(TPU, TPU);

    PodSpec pod = told(GroupFixture.WITHOUT_TPU, worker, 4);

    assertThat(pod.getContainers().getFirst().getEnv()).isEmpty();
    assertThat(pod.getInitContainers().getLast().getEnv()).isEmpty();
    String hosts = "h-2,h-2,h-2,h-3,h-3,h-3";
    assertThat(shortened(pod.getContainers().get(1).getEnv()))
        .containsEntry("TPU_WORKER_HOSTNAMES", hosts)
        .containsEntry(
            "TPU_PROCESS_ADDRESSES", "h-2:8476,h-2:8477,h-2:8478,h-3:8476,h-3:8477,h-3:8478")
        .containsEntry("TPU_WORKER_ID", "3")
        .containsEntry("TPU_PROCESS_PORT", "8476");
    assertThat(shortened(pod.getContainers().get(2).getEnv()))
        .containsEntry("TPU_WORKER_HOSTNAMES", hosts)
        .containsEntry("TPU_WORKER_ID", "4")
        .containsEntry("TPU_PROCESS_PORT", "8477");
    assertThat(shortened(pod.getInitContainers().getFirst().getEnv()))
        .containsEntry("TPU_WORKER_HOSTNAMES", hosts)
        .containsEntry("TPU_WORKER_ID", "5")
        .containsEntry("TPU_PROCESS_PORT", "8478");
  }

  private static Map<String, String> shortened(List<EnvVar> env) {
    Map<String, String> variables = GroupFixture.variables(env);
    variables.replaceAll(
        (_, value) -> value.replace("llm-0-tpu-0-work-", "h-").replace(".llm-0", ""));
    return variables;
  }

  @Test
  void count_the_containers_of_each_member_by_its_own_template() {
    String two = "{containers: [{name: one, %s}, {name: two, %s}]}".formatted(TPU, TPU);
    SlotGroup group = GroupFixture.group(4, 4, "LeaderWorker", two, GroupFixture.WITH_TPU);

    Map<String, String> variables =
        GroupFixture.variables(
            TpuVariables.into(GroupFixture.pod(GroupFixture.WITH_TPU), group, group.slot(2)));

    assertThat(variables)
        .containsEntry("TPU_WORKER_ID", "3")
        .containsEntry(
            "TPU_PROCESS_ADDRESSES",
            "llm-0-tpu-0-lead-0.llm-0:8476,llm-0-tpu-0-lead-0.llm-0:8477,"
                + "llm-0-tpu-0-work-0.llm-0:8476,llm-0-tpu-0-work-1.llm-0:8476,"
                + "llm-0-tpu-0-work-2.llm-0:8476");
  }

  @Test
  void use_the_port_of_the_template_and_leave_it_as_it_stands() {
    String worker =
        "{containers: [{name: c, env: [{name: TPU_PROCESS_PORT, value: \"9000\"}], %s}]}"
            .formatted(TPU);

    Map<String, String> variables =
        GroupFixture.variables(told(GroupFixture.WITHOUT_TPU, worker, 2));

    assertThat(variables)
        .containsEntry("TPU_PROCESS_PORT", "9000")
        .containsEntry(
            "TPU_PROCESS_ADDRESSES", "llm-0-tpu-0-work-0.llm-0:9000,llm-0-tpu-0-work-1.llm-0:9000");
    assertThat(variables.keySet()).first().isEqualTo("TPU_PROCESS_PORT");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a pod that says its number in any container with TPUs | {containers: [{name: a, resources: {limits: {google.com/tpu: 4}}}, {name: b, env: [{name: TPU_WORKER_ID, value: "7"}], resources: {limits: {google.com/tpu: 4}}}]}
          a pod that says its hosts                             | {containers: [{name: a, env: [{name: TPU_WORKER_HOSTNAMES, value: h}], resources: {limits: {google.com/tpu: 4}}}]}
          a pod without TPUs                                    | {containers: [{name: a}]}
          a pod with none of them                               | {containers: [{name: a, resources: {limits: {google.com/tpu: "0"}, requests: {google.com/tpu: "0"}}}]}
          a pod with other devices                              | {containers: [{name: a, resources: {limits: {nvidia.com/gpu: 8}}}]}
          a quantity that is none                               | {containers: [{name: a, resources: {limits: {google.com/tpu: many}}}]}
          """)
  void are_not_for(String what, String worker) {
    // As text, since quantities that are none cannot be compared.
    assertThat(ModelJson.text(told(GroupFixture.WITHOUT_TPU, worker, 1)))
        .as(what)
        .isEqualTo(ModelJson.text(GroupFixture.pod(worker)));
  }

  @Test
  void are_not_for_a_group_without_subgroups() {
    SlotGroup group =
        new SlotGroup(
            GroupName.ofPodClique("n", "a"),
            "s",
            List.of(GroupFixture.member("a", 4, GroupFixture.WITH_TPU)),
            null);

    PodSpec pod = GroupFixture.pod(GroupFixture.WITH_TPU);
    assertThat(TpuVariables.into(pod, group, group.slot(1))).isEqualTo(pod);
  }

  @Test
  void tell_a_leader_outside_all_subgroups_of_itself_alone() {
    Map<String, String> variables =
        GroupFixture.variables(told(GroupFixture.WITH_TPU, GroupFixture.WITH_TPU, 0));

    assertThat(variables)
        .containsEntry("TPU_WORKER_ID", "0")
        .containsEntry("TPU_WORKER_HOSTNAMES", "llm-0-tpu-0-lead-0.llm-0");
  }

  @Test
  void leave_the_given_pod_as_it_is() {
    SlotGroup group =
        GroupFixture.group(5, 2, "LeaderExcluded", GroupFixture.WITHOUT_TPU, GroupFixture.WITH_TPU);
    PodSpec pod = GroupFixture.pod(GroupFixture.WITH_TPU);

    PodSpec told = TpuVariables.into(pod, group, group.slot(1));

    assertThat(told).isNotEqualTo(pod);
    assertThat(pod).isEqualTo(GroupFixture.pod(GroupFixture.WITH_TPU));
  }
}
