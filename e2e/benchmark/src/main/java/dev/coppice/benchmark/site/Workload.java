package dev.coppice.benchmark.site;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Something to run.
 *
 * @param roots what the user applies and deletes; everything else follows from it
 * @param owned the kinds of what follows, the pods among them
 * @param pods how many pods there are in the end
 */
public record Workload(List<Root> roots, List<Kind> owned, int pods) {

  /** Every pod asks for next to nothing, so that all fit on a few nodes. */
  private static final String CONTAINERS =
      """
      containers:
      - name: main
        image: registry.example/model:1
        resources: {requests: {memory: 1Mi}}
      """;

  private static final List<Kind> OF_A_SET =
      List.of(Kind.GROUP, Kind.CLIQUE, Kind.GANG, Kind.SERVICE, Kind.POD);

  /**
   * One object that the user applies.
   *
   * @param kind what it is
   * @param name its name
   * @param json all of it
   */
  public record Root(Kind kind, String name, String json) {}

  public Workload {
    roots = List.copyOf(roots);
    owned = List.copyOf(owned);
  }

  /** A set of so many replicas, each of so many cliques of so many pods, all of them needed. */
  public static Workload set(String name, int replicas, int cliques, int podsPerClique) {
    return set(name, "", replicas, cliques, podsPerClique);
  }

  /** A set of one pod, which is torn down when that has not been Ready for so many seconds. */
  public static Workload breakableSet(String name, Duration delay) {
    return set(name, "    terminationDelay: %ds\n".formatted(delay.toSeconds()), 1, 1, 1);
  }

  private static Workload set(
      String name, String inTemplate, int replicas, int cliques, int podsPerClique) {
    StringBuilder yaml =
        new StringBuilder(
            """
            apiVersion: grove.io/v1alpha1
            kind: PodCliqueSet
            metadata: {name: %s}
            spec:
              replicas: %d
              template:
            %s\
                cliques:
            """
                .formatted(name, replicas, inTemplate));
    for (int clique = 0; clique < cliques; clique++) {
      yaml.append(clique("role-" + clique, podsPerClique, podsPerClique, "1"));
    }
    return new Workload(
        List.of(root(Kind.SET, name, yaml.toString())),
        OF_A_SET,
        replicas * cliques * podsPerClique);
  }

  /**
   * A set of two replicas, each of a clique of four pods and a scaling group of two replicas of two
   * cliques of two pods, with room to give up one of each.
   *
   * @param tag of the image, by which an update differs from what it updates
   */
  public static Workload updatableSet(String name, String tag) {
    String yaml =
        """
        apiVersion: grove.io/v1alpha1
        kind: PodCliqueSet
        metadata: {name: %s}
        spec:
          replicas: 2
          template:
            cliques:
        %s%s%s\
            podCliqueScalingGroups:
            - {name: model, replicas: 2, minAvailable: 1, cliqueNames: [prefill, decode]}
        """
            .formatted(
                name,
                clique("frontend", 4, 3, tag),
                clique("prefill", 2, 2, tag),
                clique("decode", 2, 2, tag));
    return new Workload(List.of(root(Kind.SET, name, yaml)), OF_A_SET, 2 * (4 + 2 * (2 + 2)));
  }

  private static String clique(String name, int replicas, int minAvailable, String tag) {
    return """
    - name: %s
      spec:
        roleName: %s
        replicas: %d
        minAvailable: %d
        podSpec:
    %s\
    """
        .formatted(
            name,
            name,
            replicas,
            minAvailable,
            CONTAINERS.replace("model:1", "model:" + tag).indent(6))
        .indent(4);
  }

  /**
   * So many Deployments of so many pods each, the pods as those of a set, and a headless Service
   * over all of them, as each replica of a set has one.
   */
  public static Workload deployments(String name, int count, int podsEach) {
    Stream<Root> deployments =
        IntStream.range(0, count).mapToObj(index -> deployment(name, name + "-" + index, podsEach));
    return new Workload(
        Stream.concat(Stream.of(headlessService(name)), deployments).toList(),
        List.of(Kind.REPLICA_SET, Kind.POD),
        count * podsEach);
  }

  private static Root headlessService(String name) {
    return root(
        Kind.SERVICE,
        name,
        """
        apiVersion: v1
        kind: Service
        metadata: {name: %s}
        spec:
          clusterIP: None
          publishNotReadyAddresses: true
          selector: {part-of: %s}
        """
            .formatted(name, name));
  }

  private static Root deployment(String whole, String name, int pods) {
    return root(
        Kind.DEPLOYMENT,
        name,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %s}
        spec:
          replicas: %d
          selector: {matchLabels: {app: %s}}
          template:
            metadata: {labels: {app: %s, part-of: %s}}
            spec:
        %s\
        """
            .formatted(name, pods, name, name, whole, CONTAINERS.indent(6)));
  }

  private static Root root(Kind kind, String name, String yaml) {
    return new Root(kind, name, Serialization.asJson(Serialization.unmarshal(yaml, Map.class)));
  }

  /** All but what the user applies of one kind. */
  public Workload without(Kind kind) {
    return new Workload(roots.stream().filter(root -> root.kind() != kind).toList(), owned, pods);
  }

  /** This one, and others of the same kinds. */
  public Workload and(Workload other) {
    List<Root> all = new ArrayList<>(roots);
    all.addAll(other.roots);
    return new Workload(all, owned, pods + other.pods);
  }
}
