package dev.coppice.faults;

import dev.coppice.testkit.oracle.Invariant;
import dev.coppice.testkit.oracle.Invariants;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The template of a set at rest changes, in all its cliques at once. The set has two replicas, each
 * with a clique of two pods and a scaling group of two replicas, so that at each level there is one
 * that has to wait for another.
 */
public final class UpdateFlows {

  private static final int SETS = 2;
  private static final int ROUTERS = 2;

  /** The operator replaces all pods, one after the other. */
  public static final Flow ROLLING =
      update(
          "update-rolling",
          "RollingRecreate",
          new Progress(2, 2, "update ended", "no update"),
          Stream.concat(Invariants.UPDATE.stream(), Invariants.ROLLING_RECREATE.stream()).toList());

  /** Nobody deletes a pod, and so the operator replaces none. */
  public static final Flow ON_DELETE =
      update(
          "update-on-delete",
          "OnDelete",
          new Progress(1, 2, "update ended", "update ended"),
          Invariants.ON_DELETE);

  /** Both of them. */
  public static final List<Flow> ALL = List.of(ROLLING, ON_DELETE);

  private UpdateFlows() {}

  private static Flow update(String name, String strategy, Progress result, List<Invariant> rules) {
    return new Flow(
        name,
        stage -> {
          stage.kubectl().apply(manifest(strategy, 1));
          stage.awaitUpdateOutline(new Progress(1, 1, "no update", "no update").outline());
        },
        stage -> {
          stage.kubectl().apply(manifest(strategy, 2));
          stage.awaitUpdateOutline(result.outline());
        },
        rules);
  }

  private static String manifest(String strategy, int version) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: web}
    spec:
      replicas: 2
      updateStrategy: {type: %s}
      template:
        podCliqueScalingGroups:
        - {name: a, cliqueNames: [worker], replicas: 2, minAvailable: 1}
        cliques:
        - name: router
          spec:
            replicas: 2
            minAvailable: 1
            podSpec: &pod
              containers:
              - name: main
                image: registry.example/model:1
                env: [{name: %s, value: "%d"}]
                resources: {requests: {cpu: 10m}}
        - name: worker
          spec:
            replicas: 1
            minAvailable: 1
            podSpec: *pod
    """
        .formatted(strategy, UpdateOutline.VERSION, version);
  }

  /**
   * How far the set has come.
   *
   * @param pods the version that pods are made from
   * @param cliques the version that PodCliques ask for
   * @param update how the update stands at all levels
   * @param member how it stands in PodCliques of scaling groups
   */
  private record Progress(int pods, int cliques, String update, String member) {

    Stream<String> outline() {
      return Stream.concat(
          Stream.of(scale("set web", SETS, "available") + counted(SETS, update)),
          IntStream.range(0, SETS).mapToObj("web-%d"::formatted).flatMap(this::replica));
    }

    private Stream<String> replica(String name) {
      return Stream.of(
              Stream.of(
                  "service " + name,
                  "gang %s: %1$s-a-0-worker 1/1, %1$s-router 1/%d".formatted(name, ROUTERS),
                  "gang %s-a-0: %1$s-a-1-worker 1/1".formatted(name),
                  scale("group " + name + "-a", 2, "available") + counted(2, update)),
              clique(name + "-router", ROUTERS, update),
              clique(name + "-a-0-worker", 1, member),
              clique(name + "-a-1-worker", 1, member))
          .flatMap(lines -> lines);
    }

    private Stream<String> clique(String name, int replicas, String standing) {
      return Stream.concat(
          Stream.of(
              scale("clique " + name, replicas, "ready")
                  + ", version "
                  + cliques
                  + counted(replicas, standing)),
          IntStream.range(0, replicas)
              .mapToObj(index ->
                  "pod %s[%d] ready, version %d, %s"
                      .formatted(name, index, pods, isCurrent() ? "current" : "outdated")));
    }

    private static String scale(String object, int replicas, String what) {
      return "%s %d/%2$d %s".formatted(object, replicas, what);
    }

    private String counted(int replicas, String standing) {
      return ", %d updated, %s".formatted(isCurrent() ? replicas : 0, standing);
    }

    private boolean isCurrent() {
      return pods == cliques;
    }
  }
}
