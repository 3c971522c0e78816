package dev.coppice.core.topology;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.testing.TestYaml;
import java.util.List;

/** A set with constraints at every level, and the topology dc with the levels zone and rack. */
final class TopologyFixture {

  static final String ABSENT = "null";

  private TopologyFixture() {}

  /** A set with a standalone clique and a group of two, of which one replica is its minimum. */
  static PodCliqueSet set(String ofSet, String ofGroup, String ofRouter, String ofWorker) {
    return set(ofSet, ofGroup, ofRouter, ofWorker, ExclusiveLevel.NONE, ExclusiveLevel.NONE);
  }

  private static PodCliqueSet set(
      String ofSet,
      String ofGroup,
      String ofRouter,
      String ofWorker,
      String keyOfGroup,
      String keyOfRouter) {
    return Defaults.of(
        TestYaml.read(
            """
            metadata: {name: s, namespace: n, generation: 7}
            spec:
              replicas: 1
              template:
                topologyConstraint: %s
                cliques:
                - {name: router, annotations: {grove.io/exclusive-topology: %s}, topologyConstraint: %s, spec: {replicas: 1, podSpec: {}}}
                - {name: leader, spec: {replicas: 1, podSpec: {}}}
                - {name: worker, topologyConstraint: %s, spec: {replicas: 1, podSpec: {}}}
                podCliqueScalingGroups:
                - {name: g, replicas: 3, minAvailable: 2, cliqueNames: [leader, worker], topologyConstraint: %s, annotations: {grove.io/exclusive-topology: %s}}
            """
                .formatted(ofSet, keyOfRouter, ofRouter, ofWorker, ofGroup, keyOfGroup),
            PodCliqueSet.class));
  }

  /** The same, of which groups and router want to be alone in domains of these keys. */
  static PodCliqueSet exclusive(String ofGroup, String ofRouter, String group, String worker) {
    return set(ABSENT, group, ABSENT, worker, ofGroup, ofRouter);
  }

  /** A topology of two levels. */
  static ClusterTopologyBinding binding(String name) {
    return TestYaml.read(
        """
        metadata: {name: %s}
        spec: {levels: [{domain: zone, key: k/zone}, {domain: rack, key: k/rack}]}
        """
            .formatted(name),
        ClusterTopologyBinding.class);
  }

  /** What is known of a set's topology while dc exists. */
  static SetTopology known(PodCliqueSet set) {
    return SetTopology.of(set, Observed.of(List.of(binding("dc"))), true);
  }

  /** The same while it does not. */
  static SetTopology missing(PodCliqueSet set) {
    return SetTopology.of(set, Observed.of(List.of()), true);
  }

  /** The same while nobody asks. */
  static SetTopology disabled(PodCliqueSet set) {
    return SetTopology.of(set, Observed.of(List.of(binding("dc"))), false);
  }
}
