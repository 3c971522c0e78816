package dev.coppice.core.admission.subgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.Validity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Into what groups of pods can be divided. */
class SubGroupRulesTest {

  private static final String TEMPLATE = "/spec/template";
  private static final String ROUTER = TEMPLATE + "/cliques/0/spec";
  private static final String GROUP = TEMPLATE + "/podCliqueScalingGroups/0";
  private static final String TPU = "{limits: {google.com/tpu: 4}}";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  /** The scaling group has one leader and so many workers. */
  private static SampleSet group(int workers, String policy) {
    return SampleSet.valid()
        .with(TEMPLATE + "/cliques/2/spec/replicas", Integer.toString(workers))
        .with(GROUP + "/subGroupPolicy", policy);
  }

  /** The router alone has so many pods. */
  private static SampleSet alone(int pods, String policy) {
    String replicas = Integer.toString(pods);
    return SampleSet.valid()
        .with(ROUTER + "/replicas", replicas)
        .with(ROUTER + "/minAvailable", replicas)
        .with(ROUTER + "/autoScalingConfig", SampleSet.ABSENT)
        .with(ROUTER + "/subGroupPolicy", policy);
  }

  private static SampleSet withTpus(SampleSet set, int clique) {
    return set.with(
        "%s/cliques/%d/spec/podSpec/containers/0/resources".formatted(TEMPLATE, clique), TPU);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          3 | {subGroupSize: 2} |
          3 | {subGroupSize: 3} |
          3 | {subGroupSize: 4} |
          3 | {subGroupSize: 1} |
          3 | {subGroupPolicyType: LeaderExcluded, subGroupSize: 3} |
          3 | {} | subGroupSize: Invalid value: 0: must be greater than 0
          3 | {subGroupSize: 0} | subGroupSize: Invalid value: 0: must be greater than 0
          3 | {subGroupPolicyType: LeaderExcluded, subGroupSize: -1} | subGroupSize: Invalid value: -1: must be greater than 0
          3 | {subGroupSize: 5} | subGroupSize: Invalid value: 5: must not be greater than the number of pods of the group (4)
          5 | {subGroupSize: 4} | subGroupSize: Invalid value: 4: neither 6 nor 5 pods can be divided into subgroups of 4
          3 | {subGroupPolicyType: LeaderExcluded, subGroupSize: 2} | subGroupSize: Invalid value: 2: the 3 pods beside the leader cannot be divided into subgroups of 2
          3 | {subGroupPolicyType: LeaderExcluded, subGroupSize: 4} | subGroupSize: Invalid value: 4: the 3 pods beside the leader cannot be divided into subgroups of 4
          """)
  void a_replica_of_a_scaling_group_is_divided_without_rest(
      int workers, String policy, @Nullable String violation) {
    table.verify(
        group(workers, policy),
        violation == null
            ? null
            : "spec.template.podCliqueScalingGroups[0].subGroupPolicy." + violation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          4 | {subGroupSize: 2} |
          1 | {subGroupSize: 1} |
          4 | {subGroupSize: 0} | spec.template.cliques[0].spec.subGroupPolicy.subGroupSize: Invalid value: 0: must be greater than 0
          4 | {subGroupSize: -1} | spec.template.cliques[0].spec.subGroupPolicy.subGroupSize: Invalid value: -1: must be greater than 0
          6 | {subGroupSize: 4} | spec.template.cliques[0].spec.subGroupPolicy.subGroupSize: Invalid value: 4: neither 6 nor 5 pods can be divided into subgroups of 4
          1 | {subGroupSize: 2} | spec.template.cliques[0].spec.subGroupPolicy.subGroupSize: Invalid value: 2: must not be greater than the number of pods of the group (1)
          1 | {subGroupPolicyType: LeaderExcluded, subGroupSize: 1} | spec.template.cliques[0].spec.subGroupPolicy.subGroupPolicyType: Invalid value: "LeaderExcluded": needs a worker beside the leader, and the group has 1 pod
          1 | {subGroupPolicyType: LeaderExcluded, subGroupSize: 2} | spec.template.cliques[0].spec.subGroupPolicy.subGroupPolicyType: Invalid value: "LeaderExcluded": needs a worker beside the leader, and the group has 1 pod && spec.template.cliques[0].spec.subGroupPolicy.subGroupSize: Invalid value: 2: must not be greater than the number of pods of the group (1)
          """)
  void so_is_a_clique_that_stands_alone(int pods, String policy, @Nullable String violations) {
    table.verify(alone(pods, policy), violations);
  }

  @Test
  void the_policy_of_a_member_stands_at_its_group() {
    table.verify(
        SampleSet.valid().with(TEMPLATE + "/cliques/2/spec/subGroupPolicy", "{subGroupSize: 0}"),
        "spec.template.cliques[2].spec.subGroupPolicy: Forbidden: the clique belongs to the scaling"
            + " group decode: put the policy there");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          8 | {subGroupSize: 4} | minAvailable      | 4 |
          8 | {subGroupSize: 4} | minAvailable      | 6 | spec.template.cliques[0].spec.minAvailable: Invalid value: 6: must make whole subgroups: a multiple of 4
          8 | {subGroupSize: 4} | minAvailable      | 2 | spec.template.cliques[0].spec.minAvailable: Invalid value: 2: must make whole subgroups: a multiple of 4
          9 | {subGroupSize: 4} | minAvailable      | 5 |
          9 | {subGroupSize: 4} | minAvailable      | 8 | spec.template.cliques[0].spec.minAvailable: Invalid value: 8: must make whole subgroups: the leader and a multiple of 4
          9 | {subGroupSize: 4} | minAvailable      | 1 | spec.template.cliques[0].spec.minAvailable: Invalid value: 1: must make whole subgroups: the leader and a multiple of 4
          9 | {subGroupPolicyType: LeaderExcluded, subGroupSize: 2} | minAvailable | 3 |
          8 | {subGroupSize: 4} | minAvailable      | (absent) |
          8 | {subGroupSize: 4} | autoScalingConfig | {minReplicas: 8, maxReplicas: 16} |
          8 | {subGroupSize: 4} | autoScalingConfig | {minReplicas: 8, maxReplicas: 18} | spec.template.cliques[0].spec.autoScalingConfig.maxReplicas: Invalid value: 18: must make whole subgroups: a multiple of 4
          8 | {subGroupSize: 4} | autoScalingConfig | {minReplicas: 9, maxReplicas: 18} | spec.template.cliques[0].spec.autoScalingConfig.minReplicas: Invalid value: 9: must make whole subgroups: a multiple of 4 && spec.template.cliques[0].spec.autoScalingConfig.maxReplicas: Invalid value: 18: must make whole subgroups: a multiple of 4
          8 | {subGroupSize: 4} | autoScalingConfig | {maxReplicas: 8} |
          """)
  void every_bound_of_its_number_of_pods_makes_whole_subgroups(
      int pods, String policy, String field, String value, @Nullable String violations) {
    table.verify(alone(pods, policy).with(ROUTER + "/" + field, value), violations);
  }

  @Test
  void a_subgroup_with_tpus_is_one_slice() {
    String at = "spec.template.podCliqueScalingGroups[0].subGroupPolicy.subGroupSize: ";
    SampleSet even = group(3, "{subGroupSize: 2}");
    SampleSet extra = group(4, "{subGroupSize: 2}");
    SampleSet excluded = group(4, "{subGroupPolicyType: LeaderExcluded, subGroupSize: 2}");

    table.verify(withTpus(withTpus(even, 1), 2), null);
    table.verify(
        withTpus(even, 2),
        at
            + "Invalid value: 2: subgroup 0 is no slice of 2 hosts: google.com/tpu is asked for by"
            + " 1 (worker[0]) and not by 1 (leader[0]); use LeaderExcluded or another subGroupSize");
    table.verify(withTpus(extra, 2), null);
    table.verify(
        withTpus(withTpus(extra, 1), 2),
        at
            + "Invalid value: 2: subgroup 0 is no slice of 2 hosts: google.com/tpu is asked for by"
            + " 3 (leader[0], worker[0-1]) and not by 0; use LeaderExcluded or another subGroupSize");
    table.verify(withTpus(withTpus(excluded, 1), 2), null);
    table.verify(withTpus(excluded, 2), null);
    table.verify(withTpus(alone(4, "{subGroupSize: 2}"), 0), null);
    table.verify(
        withTpus(alone(5, "{subGroupSize: 2}"), 0),
        "spec.template.cliques[0].spec.subGroupPolicy.subGroupSize: Invalid value: 2: subgroup 0 is"
            + " no slice of 2 hosts: google.com/tpu is asked for by 3 (router[0-2]) and not by 0;"
            + " use LeaderExcluded or another subGroupSize");
  }

  @Test
  void a_slice_that_ends_within_a_clique_is_found_wherever_it_is() {
    SampleSet three =
        withTpus(group(4, "{subGroupPolicyType: LeaderExcluded, subGroupSize: 3}"), 2)
            .with(
                TEMPLATE + "/cliques/-",
                "{name: store, spec: {replicas: 5, podSpec: {restartPolicy: Always,"
                    + " containers: [{name: main, image: i}]}}}")
            .with(GROUP + "/cliqueNames", "[leader, worker, store]");

    table.verify(
        three,
        "spec.template.podCliqueScalingGroups[0].subGroupPolicy.subGroupSize: Invalid value: 3:"
            + " subgroup 1 is no slice of 3 hosts: google.com/tpu is asked for by 1 (worker[3]) and"
            + " not by 2 (store[0-1]); use another subGroupSize");
  }

  @Test
  void a_training_job_with_subgroups_can_miss_no_pod() {
    SampleSet job = SampleSet.training().with(GROUP + "/subGroupPolicy", "{subGroupSize: 2}");

    table.verify(
        job,
        "spec.template.cliques[2].spec.minAvailable: Invalid value: 2: must be replicas (3): with a"
            + " subGroupPolicy a training job that loses a pod begins anew");
    table.verify(job.with(TEMPLATE + "/cliques/2/spec/minAvailable", SampleSet.ABSENT), null);
    table.verify(
        SampleSet.training().with(ROUTER + "/subGroupPolicy", "{subGroupSize: 1}"),
        "spec.template.cliques[0].spec.minAvailable: Invalid value: 1: must be replicas (2): with a"
            + " subGroupPolicy a training job that loses a pod begins anew");
  }

  @Test
  void the_name_of_the_last_pod_fits_into_a_host_name() {
    String name = "r".repeat(49);
    String tooLong =
        "the longest name made of it, llm-1-%s-99-xxxxx, has 64 characters; at most 63 are possible"
            .formatted(name);

    table.verify(
        alone(100, "{subGroupSize: 4}")
            .with(TEMPLATE + "/cliques/0/name", name)
            .with(TEMPLATE + "/cliques/1/spec/startsAfter", "[" + name + "]"),
        "metadata.name: Invalid value: \"llm\": %s && spec.template.cliques[0].name: Invalid value: \"%s\": %s"
            .formatted(tooLong, name, tooLong));
  }

  @Test
  void leaders_may_start_after_their_workers() {
    new RuleTable(RuleTable.WITHOUT_GANGS)
        .verify(
            group(3, "{subGroupSize: 2}")
                .with(TEMPLATE + "/cliques/1/spec/startsAfter", "[worker]")
                .with(TEMPLATE + "/cliques/2/spec/startsAfter", "[router]")
                .with(GROUP + "/annotations", "{grove.io/exclusive-topology: rack}"),
            null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483647", "-2147483648", "0"})
  void numbers_of_pods_that_others_refuse_end_no_rule(String replicas) {
    SampleSet set =
        alone(2, "{subGroupSize: 2147483647}")
            .with("/spec/replicas", "0")
            .with(ROUTER + "/replicas", replicas)
            .with(TEMPLATE + "/cliques/1/spec/replicas", replicas)
            .with(TEMPLATE + "/cliques/2/spec/replicas", replicas)
            .with(GROUP + "/subGroupPolicy", "{subGroupSize: 7}");

    assertThatCode(() -> table.create(set)).doesNotThrowAnyException();
  }

  @Test
  void the_controllers_ask_too() {
    assertThat(Validity.standard().of(group(5, "{subGroupSize: 4}").set()).message())
        .contains("neither 6 nor 5 pods can be divided into subgroups of 4");
  }
}
