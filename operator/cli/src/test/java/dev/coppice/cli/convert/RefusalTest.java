package dev.coppice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {

  private static final String TEMPLATE = "/spec/leaderWorkerTemplate";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                | -1                 | spec.replicas: Invalid value: -1: a scaling group has at least one replica: convert with 1, and scale the PodCliqueSet to 0
          /spec/replicas                | 0                  | spec.replicas: Invalid value: 0: a scaling group has at least one replica: convert with 1, and scale the PodCliqueSet to 0
          /spec/replicas                | 60000              | spec.replicas: Invalid value: 60000: the set would have 180000 pods; at most 10000 are allowed
          TEMPLATE/size                 | 0                  | spec.leaderWorkerTemplate.size: Invalid value: 0: must be greater than or equal to 1
          TEMPLATE/restartPolicy        | Always             | spec.leaderWorkerTemplate.restartPolicy: Unsupported value: "Always": supported values: "None", "RecreateGroupAfterStart", "RecreateGroupOnPodRestart"
          TEMPLATE/subGroupPolicy       | {}                 | spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize: Required value
          TEMPLATE/subGroupPolicy       | {subGroupSize: 0}  | spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize: Invalid value: 0: must be greater than 0
          TEMPLATE/subGroupPolicy       | {subGroupSize: 4}  | spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize: Invalid value: 4: must not be greater than the number of pods of the group (3)
          TEMPLATE/subGroupPolicy       | {subGroupSize: 3, subGroupPolicyType: LeaderOnly} | spec.leaderWorkerTemplate.subGroupPolicy.subGroupPolicyType: Unsupported value: "LeaderOnly": supported values: "LeaderExcluded", "LeaderWorker"
          TEMPLATE/volumeClaimTemplates | [{metadata: {name: data}}] | spec.leaderWorkerTemplate.volumeClaimTemplates: Invalid value: [{"metadata":{"name":"data"}}]: no volume outlives its pod: use an ephemeral volume in the pod template, or a claim that is made beforehand
          TEMPLATE/persistentVolumeClaimRetentionPolicy | {whenDeleted: Retain} | spec.leaderWorkerTemplate.persistentVolumeClaimRetentionPolicy: Invalid value: {"whenDeleted":"Retain"}: there are no volumeClaimTemplates
          /spec/startupPolicy           | WorkerReady        | spec.startupPolicy: Unsupported value: "WorkerReady": supported values: "LeaderCreated", "LeaderReady"
          /spec/networkConfig           | {subdomainPolicy: UniquePerReplica} | spec.networkConfig.subdomainPolicy: Invalid value: "UniquePerReplica": all replicas of a scaling group share the headless Service of their set, where each host has a name of its own: only Shared
          /spec/networkConfig           | {subdomainPolicy: None} | spec.networkConfig.subdomainPolicy: Unsupported value: "None": supported values: "Shared", "UniquePerReplica"
          /spec/rolloutStrategy/type    | Recreate           | spec.rolloutStrategy.type: Invalid value: "Recreate": replicas are updated one after the other: only RollingUpdate
          /spec/rolloutStrategy/rollingUpdateConfiguration/partition | 1 | spec.rolloutStrategy.rollingUpdateConfiguration.partition: Invalid value: 1: an update concerns all replicas: only 0; updateStrategy OnDelete leaves it to whoever deletes pods
          /spec/rolloutStrategy/rollingUpdateConfiguration/maxUnavailable | 2 | spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable: Invalid value: 2: one replica is updated at a time: only 1
          /spec/rolloutStrategy/rollingUpdateConfiguration/maxUnavailable | 50% | spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable: Invalid value: "50%": one replica is updated at a time: only 1
          /spec/rolloutStrategy/rollingUpdateConfiguration/maxSurge | 1 | spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge: Invalid value: 1: replicas are replaced where they are, without more accelerators than the set has: only 0
          /spec/groupIdentity           | Hash               | spec.groupIdentity: Invalid value: "Hash": the replicas of a scaling group have indices: only Ordinal
          /spec/groupReplacementPolicy  | Immediate          | spec.groupReplacementPolicy: Invalid value: "Immediate": a replica is made again when its old PodCliques are gone: only PostTermination
          /spec/scheduling              | {policy: {}}       | spec.scheduling: Invalid value: {"policy":{}}: gangs follow from the set by themselves, and say where they are placed by topologyConstraint
          /metadata/generateName        | llm-               | metadata.generateName: Invalid value: "llm-": hosts are called by metadata.name, so it has to be known
          /metadata/finalizers          | [a/b]              | metadata.finalizers: Invalid value: ["a/b"]: belong to whoever would take them off this very object
          /metadata/ownerReferences     | [{name: a}]        | metadata.ownerReferences: Invalid value: [{"name":"a"}]: the owner makes LeaderWorkerSets and would not know the PodCliqueSet
          /metadata/name                | (absent)           | metadata.name: Required value: name or generateName is required
          /metadata/name                | 7b                 | metadata.name: Invalid value: "7b": must consist of lower-case letters, digits and '-', begin with a letter and end with a letter or digit
          /metadata/name                | a-name-that-is-longer-than-it-may-be-for-a-host | metadata.name: Invalid value: "a-name-that-is-longer-than-it-may-be-for-a-host": the longest name made of it, a-name-that-is-longer-than-it-may-be-for-a-host-0-group-1-leader-0-xxxxx, has 72 characters; at most 63 are possible
          /metadata/labels              | {leaderworkerset.sigs.k8s.io/name: llm} | metadata.labels[leaderworkerset.sigs.k8s.io/name]: Invalid value: "llm": is a key of the controllers of LeaderWorkerSet
          /metadata/annotations         | {leaderworkerset.sigs.k8s.io/replicas: "2"} | metadata.annotations[leaderworkerset.sigs.k8s.io/replicas]: Invalid value: "2": is a key of the controllers of LeaderWorkerSet
          /metadata/annotations         | {leaderworkerset.sigs.k8s.io/exclusive-topology: rack, grove.io/exclusive-topology: zone} | metadata.annotations[leaderworkerset.sigs.k8s.io/exclusive-topology]: Invalid value: "rack": means the same as grove.io/exclusive-topology, which is zone
          /metadata/annotations         | {leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology: rack} | metadata.annotations[leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology]: Forbidden: no clique and no scaling group has a subGroupPolicy
          TEMPLATE/workerTemplate/metadata/labels | {leaderworkerset.sigs.k8s.io/subgroup-index: "0"} | spec.leaderWorkerTemplate.workerTemplate.metadata.labels[leaderworkerset.sigs.k8s.io/subgroup-index]: Invalid value: "0": is a key of the controllers of LeaderWorkerSet
          TEMPLATE/workerTemplate/metadata/labels | {grove.io/podgang: a} | spec.leaderWorkerTemplate.workerTemplate.metadata.labels[grove.io/podgang]: Forbidden: is written by the operator
          TEMPLATE/workerTemplate       | (absent)           | spec.leaderWorkerTemplate.workerTemplate: Required value
          TEMPLATE/workerTemplate/spec  | (absent)           | spec.leaderWorkerTemplate.workerTemplate.spec: Required value
          TEMPLATE/leaderTemplate/spec  | (absent)           | spec.leaderWorkerTemplate.leaderTemplate.spec: Required value
          TEMPLATE                      | (absent)           | spec.leaderWorkerTemplate: Required value
          /spec                         | (absent)           | spec: Required value
          TEMPLATE/workerTemplate/spec/nodeName | node-1     | spec.leaderWorkerTemplate.workerTemplate.spec.nodeName: Invalid value: "node-1": must not be set: a scheduler places the pods of a set
          TEMPLATE/workerTemplate/spec/schedulerName | volcano | spec.leaderWorkerTemplate.workerTemplate.spec.schedulerName: Invalid value: "volcano": all cliques must have the same scheduler; the first has "default-scheduler"
          TEMPLATE/workerTemplate/spec/containers/0/env | [{name: A, value: b}, {name: A, value: c}] | spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].env[1].name: Duplicate value: "A"
          """)
  void what_has_no_equal_is_listed_with_its_value_and_the_reason(
      String place, String value, String problem) {
    SampleSet example = Example.plain().with(place.replace("TEMPLATE", TEMPLATE), value);

    assertThat(Example.convert(example).sets()).isEmpty();
    assertThat(Example.problems(example)).containsExactly(problem);
  }

  @Test
  void pods_of_one_clique_cannot_wait_for_its_first() {
    assertThat(Example.problems(Example.alone().with("/spec/startupPolicy", "LeaderReady")))
        .containsExactly(
            "spec.startupPolicy: Invalid value: \"LeaderReady\": pods of one clique do not wait for each other: give the leader a leaderTemplate, which may be the same");
    assertThat(
            Example.problems(
                Example.alone()
                    .with("/spec/startupPolicy", "LeaderReady")
                    .with(TEMPLATE + "/size", "1")))
        .isEmpty();
  }

  @Test
  void two_sizes_of_subgroups_contradict_each_other() {
    SampleSet policy = Example.plain().with(TEMPLATE + "/subGroupPolicy", "{subGroupSize: 1}");

    assertThat(Example.problems(policy.with("/spec/subGroupSize", "3")))
        .containsExactly(
            "spec.subGroupSize: Invalid value: 3: means the same as spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize, which is 1");
    assertThat(Example.problems(policy.with("/spec/subGroupSize", "1"))).isEmpty();
  }

  @Test
  void a_slice_that_lacks_a_host_is_refused_in_the_words_of_admission() {
    assertThat(
            Example.problems(
                Example.plain()
                    .with(TEMPLATE + "/size", "4")
                    .with(TEMPLATE + "/subGroupPolicy", "{subGroupSize: 2}")
                    .with(
                        TEMPLATE + "/workerTemplate/spec/containers/0/resources",
                        "{limits: {google.com/tpu: 4}}")))
        .containsExactly(
            "spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize: Invalid value: 2: subgroup 0 is no slice of 2 hosts: google.com/tpu is asked for by 1 (worker[0]) and not by 1 (leader[0]); use LeaderExcluded or another subGroupSize");
  }

  @Test
  void everything_is_told_at_once() {
    assertThat(
            Example.problems(
                Example.plain()
                    .with("/spec/sizes", "3")
                    .with("/spec/rolloutStrategy/rollingUpdateConfiguration/maxSurge", "1")
                    .with("/spec/startupPolicy", "LeaderReady")
                    .with(TEMPLATE + "/restartPolicy", "7")
                    .with(TEMPLATE + "/subGroupPolicy", "{subGroupSize: 4}")
                    .with(TEMPLATE + "/volumeClaimTemplates", "[{metadata: {name: data}}]")))
        .extracting(problem -> problem.split(": ", 2)[0])
        .containsExactly(
            "spec.leaderWorkerTemplate.restartPolicy",
            "spec.sizes",
            "spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge",
            "spec.leaderWorkerTemplate.volumeClaimTemplates",
            "spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize");
  }
}
