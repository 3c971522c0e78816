package dev.coppice.faults;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What users do with a set of three cliques and two scaling groups. The cliques start one after
 * another; of the first group one replica is enough, so that the second one has a gang of its own
 * and gates; the second group needs both of its replicas.
 */
public final class TreeFlows {

  private static final String SET = "tree";
  private static final String ROUTER = "tree-0-router";
  private static final String SCALED_PREFILL = "tree-0-a-1-prefill";

  private static final String MANIFEST =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: tree}
      spec:
        replicas: 1
        template:
          cliqueStartupType: CliqueStartupTypeInOrder
          podCliqueScalingGroups:
          - {name: a, cliqueNames: [prefill], replicas: 2, minAvailable: 1}
          - {name: b, cliqueNames: [decode], replicas: 2, minAvailable: 2}
          cliques:
          - name: router
            spec: &one
              replicas: 1
              minAvailable: 1
              podSpec:
                containers:
                - {name: main, image: "registry.example/model:1", resources: {requests: {cpu: 10m}}}
          - name: prefill
            spec: *one
          - name: decode
            spec: *one
      """;

  /** As the set is made. */
  private static final Shape WHOLE = new Shape(1, 1, 2, 2, 1);

  /** The set comes into being. */
  public static final Flow CREATE = new Flow("tree-create", stage -> {}, TreeFlows::create);

  /** The set gets a replica more, and loses it again. */
  public static final Flow SCALE_SET =
      new Flow(
          "tree-scale-set",
          TreeFlows::create,
          stage -> {
            scale(stage, "pcs", SET, 2, new Shape(2, 1, 2, 2, 1));
            scale(stage, "pcs", SET, 1, WHOLE);
          });

  /** A group gets a replica more, with a gang of its own, and loses it again. */
  public static final Flow SCALE_GROUP =
      new Flow(
          "tree-scale-group",
          TreeFlows::create,
          stage -> {
            scale(stage, "pcsg", "tree-0-a", 3, new Shape(1, 1, 3, 2, 1));
            scale(stage, "pcsg", "tree-0-a", 2, WHOLE);
          });

  /** A group loses a replica that the base gang needs, and gets it back. */
  public static final Flow SHRINK_GROUP =
      new Flow(
          "tree-shrink-group",
          TreeFlows::create,
          stage -> {
            scale(stage, "pcsg", "tree-0-b", 1, new Shape(1, 1, 2, 1, 1));
            scale(stage, "pcsg", "tree-0-b", 2, WHOLE);
          });

  /** A clique by itself and one of a scaled gang get two pods more each, and lose them again. */
  public static final Flow SCALE_CLIQUE =
      new Flow(
          "tree-scale-clique",
          TreeFlows::create,
          stage -> {
            stage.kubectl().run("scale", "pclq", ROUTER, SCALED_PREFILL, "--replicas=3");
            stage.awaitOutline(new Shape(1, 3, 2, 2, 3).outline());
            stage.kubectl().run("scale", "pclq", ROUTER, SCALED_PREFILL, "--replicas=1");
            stage.awaitOutline(WHOLE.outline());
          });

  /** A pod that others have waited for, and one of a scaled gang, are deleted. */
  public static final Flow DELETE_POD =
      new Flow(
          "tree-delete-pod",
          TreeFlows::create,
          stage -> {
            List<String> pods =
                Stream.of(ROUTER, SCALED_PREFILL)
                    .map(clique -> stage.pods(clique).getFirst().name())
                    .toList();
            stage.kubectl().run("delete", "pod", "--wait=false", pods.getFirst(), pods.getLast());
            stage.awaitThat(
                "both pods are gone",
                all -> all.stream().noneMatch(event -> pods.contains(event.name())));
            stage.awaitOutline(WHOLE.outline());
          });

  /** A clique by itself, and one of a group, are deleted. */
  public static final Flow DELETE_CLIQUE =
      new Flow(
          "tree-delete-clique",
          TreeFlows::create,
          stage -> {
            Set<String> before = uidsBelow(stage, Set.of(ROUTER, "tree-0-b-1-decode"));
            stage.kubectl().run("delete", "pclq", "--wait=false", ROUTER, "tree-0-b-1-decode");
            awaitAnew(stage, before);
          });

  /** A group is deleted. */
  public static final Flow DELETE_GROUP =
      new Flow(
          "tree-delete-group",
          TreeFlows::create,
          stage -> {
            Set<String> before =
                uidsBelow(stage, Set.of("tree-0-a", "tree-0-a-0-prefill", SCALED_PREFILL));
            stage.kubectl().run("delete", "pcsg", "--wait=false", "tree-0-a");
            awaitAnew(stage, before);
          });

  /** The set is deleted. */
  public static final Flow DELETE_SET =
      new Flow(
          "tree-delete-set",
          TreeFlows::create,
          stage -> {
            stage.kubectl().run("delete", "pcs", SET, "--wait=false");
            stage.awaitOutline(Stream.of());
          });

  /** The set is deleted while it still comes into being. */
  public static final Flow DELETE_YOUNG_SET =
      new Flow(
          "tree-delete-young",
          stage -> {},
          stage -> {
            stage.kubectl().apply(MANIFEST);
            stage.awaitThat(
                "the first pod is there",
                all -> all.stream().anyMatch(event -> event.kind().equals("Pod")));
            stage.kubectl().run("delete", "pcs", SET, "--wait=false");
            stage.awaitOutline(Stream.of());
          });

  /** The set is deleted, and applied again while what it leaves is still there. */
  public static final Flow REAPPLY =
      new Flow(
          "tree-reapply",
          TreeFlows::create,
          stage -> {
            Set<String> before = uids(stage.recorder().upToDate().atEnd());
            stage.kubectl().run("delete", "pcs", SET, "--wait=false");
            stage.kubectl().apply(MANIFEST);
            awaitAnew(stage, before);
          });

  /** All of them. */
  public static final List<Flow> ALL =
      List.of(
          CREATE,
          SCALE_SET,
          SCALE_GROUP,
          SHRINK_GROUP,
          SCALE_CLIQUE,
          DELETE_POD,
          DELETE_CLIQUE,
          DELETE_GROUP,
          DELETE_SET,
          DELETE_YOUNG_SET,
          REAPPLY);

  private TreeFlows() {}

  private static void create(Stage stage) {
    stage.kubectl().apply(MANIFEST);
    stage.awaitOutline(WHOLE.outline());
  }

  private static void scale(Stage stage, String kind, String name, int replicas, Shape result) {
    stage.kubectl().run("scale", kind, name, "--replicas=" + replicas);
    stage.awaitOutline(result.outline());
  }

  private static void awaitAnew(Stage stage, Set<String> before) {
    stage.awaitThat(
        "what was deleted is gone",
        all -> all.stream().noneMatch(event -> before.contains(event.uid())));
    stage.awaitOutline(WHOLE.outline());
  }

  /** Of objects with these names, and of the pods of cliques with these names. */
  private static Set<String> uidsBelow(Stage stage, Set<String> names) {
    return uids(
        stage.recorder().upToDate().atEnd().stream()
            .filter(event ->
                names.contains(event.name()) || names.contains(event.label(Labels.POD_CLIQUE)))
            .toList());
  }

  private static Set<String> uids(Collection<RecordedEvent> events) {
    return events.stream().map(RecordedEvent::uid).collect(Collectors.toSet());
  }

  /**
   * How large the tree is.
   *
   * @param replicas of the set
   * @param routers pods of the clique by itself
   * @param a replicas of the first group, of which the first is in the base gang
   * @param b replicas of the second group, all in the base gang
   * @param scaledPrefills pods of the clique in the first group's second replica
   */
  private record Shape(int replicas, int routers, int a, int b, int scaledPrefills) {

    Stream<String> outline() {
      return Stream.concat(
          Stream.of("set tree %d/%1$d available".formatted(replicas)),
          IntStream.range(0, replicas).boxed().flatMap(this::replica));
    }

    private Stream<String> replica(int index) {
      String name = "tree-" + index;
      return Stream.of(
              Stream.of("service " + name),
              Stream.of("group %s-a %d/%2$d available".formatted(name, a)),
              Stream.of("group %s-b %d/%2$d available".formatted(name, b)),
              Stream.of(baseGang(name)),
              IntStream.range(1, a).mapToObj(nth -> scaledGang(name, nth)),
              clique(name + "-router", routers),
              IntStream.range(0, a)
                  .boxed()
                  .flatMap(nth -> clique(prefill(name, nth), prefills(nth))),
              IntStream.range(0, b).boxed().flatMap(nth -> clique(decode(name, nth), 1)))
          .flatMap(lines -> lines);
    }

    private String baseGang(String name) {
      return "gang %s: ".formatted(name)
          + Stream.concat(
                  Stream.of(name + "-router 1/" + routers, prefill(name, 0) + " 1/1"),
                  IntStream.range(0, b).mapToObj(nth -> decode(name, nth) + " 1/1"))
              .sorted()
              .collect(Collectors.joining(", "));
    }

    private String scaledGang(String name, int nth) {
      return "gang %s-a-%d: %s 1/%d".formatted(name, nth - 1, prefill(name, nth), prefills(nth));
    }

    private static Stream<String> clique(String name, int pods) {
      return Stream.concat(
          Stream.of("clique %s %d/%2$d ready".formatted(name, pods)),
          IntStream.range(0, pods).mapToObj(index -> "pod %s[%d] ready".formatted(name, index)));
    }

    private static String prefill(String name, int nth) {
      return "%s-a-%d-prefill".formatted(name, nth);
    }

    private static String decode(String name, int nth) {
      return "%s-b-%d-decode".formatted(name, nth);
    }

    private int prefills(int nth) {
      return nth == 1 ? scaledPrefills : 1;
    }
  }
}
