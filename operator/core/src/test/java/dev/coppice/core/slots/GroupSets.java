package dev.coppice.core.slots;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.testing.TestYaml;

/** Sets whose pods form groups, and PodCliques of them. */
final class GroupSets {

  /** The example of the mapping to scaling groups; the leader is in no subgroup. */
  static final PodCliqueSet REPLICAS =
      set(
          """
          metadata: {name: llm, namespace: default}
          spec:
            replicas: 1
            template:
              cliques:
              - name: work
                spec:
                  replicas: 4
                  podSpec: {containers: [{name: c, image: i, resources: {limits: {google.com/tpu: "4"}}}]}
              - name: lead
                spec:
                  replicas: 1
                  podSpec: {containers: [{name: c, image: i}]}
              podCliqueScalingGroups:
              - name: tpu
                replicas: 2
                cliqueNames: [lead, work]
                annotations: {grove.io/exclusive-topology: example.com/block}
                subGroupPolicy: {subGroupPolicyType: LeaderExcluded, subGroupSize: 2}
          """);

  private GroupSets() {}

  static PodCliqueSet set(String yaml) {
    return Defaults.of(TestYaml.read(yaml, PodCliqueSet.class));
  }

  /** A set of one clique {@code worker} that is divided by itself. */
  static PodCliqueSet alone(int replicas, int subGroupSize) {
    return set(
        """
        metadata: {name: train, namespace: default}
        spec:
          template:
            cliques:
            - name: worker
              spec:
                replicas: %d
                podSpec: {containers: [{name: c, image: i}]}
                subGroupPolicy: {subGroupSize: %d}
        """
            .formatted(replicas, subGroupSize));
  }

  /** The PodClique of a set made by {@link #alone}, as it is stored. */
  static PodClique worker(int replicas, int minAvailable, String policy, String annotations) {
    return TestYaml.read(
        """
        metadata:
          name: train-0-worker
          namespace: default
          labels:
            app.kubernetes.io/part-of: train
            grove.io/podcliqueset-replica-index: "0"
          annotations: %s
        spec:
          replicas: %d
          minAvailable: %d
          podSpec: {containers: [{name: c, image: i}]}
          subGroupPolicy: %s
        """
            .formatted(annotations, replicas, minAvailable, policy),
        PodClique.class);
  }

  /** A PodClique of {@link #REPLICAS}. */
  static PodClique member(String clique, int replica, String podSpec, String annotations) {
    return TestYaml.read(
        """
        metadata:
          name: llm-0-tpu-%d-%s
          namespace: default
          labels:
            app.kubernetes.io/part-of: llm
            grove.io/podcliqueset-replica-index: "0"
            grove.io/podcliquescalinggroup: llm-0-tpu
            grove.io/podcliquescalinggroup-replica-index: "%d"
          annotations: %s
        spec: {replicas: 4, podSpec: %s}
        """
            .formatted(replica, clique, replica, annotations, podSpec),
        PodClique.class);
  }
}
