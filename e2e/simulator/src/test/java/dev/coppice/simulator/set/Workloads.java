package dev.coppice.simulator.set;

/** The shapes of workload on which Grove's own suites stand. */
final class Workloads {

  /** Every replica of the group belongs to the base gang. */
  static final String ONE = workload("workload1", 2, 2, 3, 2);

  /** The second replica of the group is a gang of its own. */
  static final String TWO = workload("workload2", 2, 1, 1, 1);

  private Workloads() {}

  /** A set of the three cliques; {@code minGroup} is the group's minAvailable. */
  private static String workload(String name, int replicasA, int minA, int minC, int minGroup) {
    return """
    metadata: {name: %s}
    spec:
      replicas: 1
      template:
        cliques:
        - {name: pc-a, spec: {replicas: %d, minAvailable: %d, podSpec: {containers: [{name: c, image: i}]}}}
        - {name: pc-b, spec: {replicas: 1, minAvailable: 1, podSpec: {containers: [{name: c, image: i}]}}}
        - {name: pc-c, spec: {replicas: 3, minAvailable: %d, podSpec: {containers: [{name: c, image: i}]}}}
        podCliqueScalingGroups:
        - {name: sg-x, cliqueNames: [pc-b, pc-c], replicas: 2, minAvailable: %d}
    """
        .formatted(name, replicasA, minA, minC, minGroup);
  }
}
