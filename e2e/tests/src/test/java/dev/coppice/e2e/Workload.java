package dev.coppice.e2e;

import dev.coppice.testkit.nodes.SimAnnotations;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The workloads with which Grove tries its own operator, for any scheduler: a clique of its own,
 * and two that scale together. {@code COPPICE_STOP_SECONDS} asks for pods that take so long to end,
 * where a test says nothing else.
 */
enum Workload {
  WORKLOAD1("AnyOrder", true, "", ""),
  WORKLOAD2("AnyOrder", false, "", ""),
  WORKLOAD3("InOrder", true, "", ""),
  WORKLOAD4("InOrder", false, "", ""),
  WORKLOAD5("Explicit", true, "pc-c", "pc-a"),
  WORKLOAD6("Explicit", false, "pc-a", "pc-b");

  private static final String STOPS =
      Optional.ofNullable(System.getenv("COPPICE_STOP_SECONDS"))
          .map(seconds -> SimAnnotations.STOP_DELAY + ": " + seconds + "s")
          .orElse("");

  private final String order;
  private final boolean needsAll;
  private final String parentOfB;
  private final String parentOfC;

  Workload(String order, boolean needsAll, String parentOfB, String parentOfC) {
    this.order = order;
    this.needsAll = needsAll;
    this.parentOfB = parentOfB;
    this.parentOfC = parentOfC;
  }

  /** The name of the set. */
  String set() {
    return name().toLowerCase(Locale.ROOT);
  }

  String manifest() {
    return manifest(clique -> "", "");
  }

  /**
   * The manifest.
   *
   * @param annotations tells simulated nodes what to do with the pods of each clique
   * @param podSpec one more line for each pod specification
   */
  String manifest(Function<String, String> annotations, String podSpec) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: %s}
    spec:
      replicas: 1
      template:
        cliqueStartupType: CliqueStartupType%s
        podCliqueScalingGroups:
        - {name: sg-x, replicas: 2, minAvailable: %d, cliqueNames: [pc-b, pc-c]}
        cliques:
    """
            .formatted(set(), order, needsAll ? 2 : 1)
        + clique("pc-a", 2, needsAll ? 2 : 1, "", annotations, podSpec)
        + clique("pc-b", 1, 1, parentOfB, annotations, podSpec)
        + clique("pc-c", 3, needsAll ? 3 : 1, parentOfC, annotations, podSpec);
  }

  private static String clique(
      String name,
      int replicas,
      int minAvailable,
      String startsAfter,
      Function<String, String> annotations,
      String podSpec) {
    return """
    - name: %s
      annotations: {%s}
      spec:
        replicas: %d
        minAvailable: %d
        startsAfter: [%s]
        podSpec:
          terminationGracePeriodSeconds: 5
          containers:
          - {name: %s, image: "registry.example/busybox:1", resources: {requests: {memory: 80Mi}}}
          %s
    """
        .formatted(
            name,
            annotations.apply(name).isEmpty() ? STOPS : annotations.apply(name),
            replicas,
            minAvailable,
            startsAfter,
            name,
            podSpec)
        .indent(4);
  }
}
