package dev.coppice.faults;

import dev.coppice.api.Labels;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariant;
import dev.coppice.testkit.oracle.OneDomainEach;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two groups of a leader and three workers, in subgroups of two. Each group is alone in a zone and
 * each subgroup alone in a rack; there is a zone more than there are groups.
 */
public final class ExclusiveFlows {

  private static final String NAME = "exclusive";
  private static final NodeShape SHAPE = NodeShape.gpu(NAME).withLabel(NAME, "");
  private static final int NODES = 3 * SHAPE.nodesPerRack() * SHAPE.racksPerZone();
  private static final int GROUPS = 2;
  private static final int WORKERS = 3;
  private static final int DIVIDED = 4;
  private static final String LEADER = "llm-0-g-0-lead";

  /** The groups come into being. */
  public static final Flow CREATE =
      flow(
          "exclusive-create",
          ExclusiveFlows::createNodes,
          stage -> {
            stage.kubectl().apply(manifest());
            stage.awaitOutline(outline());
          });

  /** A leader is lost while its workers run. */
  public static final Flow LOSE_LEADER =
      flow(
          "exclusive-lose-leader",
          ExclusiveFlows::create,
          stage -> lose(stage, stage.pods(LEADER)));

  /** All pods of a group are lost, so that it is free to go somewhere else. */
  public static final Flow LOSE_GROUP =
      flow(
          "exclusive-lose-group",
          ExclusiveFlows::create,
          stage ->
              lose(
                  stage,
                  Stream.of(LEADER, "llm-0-g-0-work")
                      .flatMap(clique -> stage.pods(clique).stream())
                      .toList()));

  /** The template of a group that is one clique changes. */
  public static final Flow UPDATE =
      flow(
          "exclusive-update",
          stage -> {
            createNodes(stage);
            stage.kubectl().apply(divided(1));
            stage.awaitUpdateOutline(dividedOutline(1, "no update"));
          },
          stage -> {
            stage.kubectl().apply(divided(2));
            stage.awaitUpdateOutline(dividedOutline(2, "update ended"));
          });

  /** All of them. */
  public static final List<Flow> ALL = List.of(CREATE, LOSE_LEADER, LOSE_GROUP, UPDATE);

  private ExclusiveFlows() {}

  private static Flow flow(String name, Flow.Act given, Flow.Act when) {
    List<Invariant> rules =
        List.of(
            new OneDomainEach(Labels.GROUP_KEY, NodeShape.ZONE, domains(SHAPE::zone)),
            new OneDomainEach(Labels.SUBGROUP_KEY, NodeShape.RACK, domains(SHAPE::rack)));
    return new Flow(name, given, when, rules);
  }

  private static Map<String, String> domains(IntFunction<String> domain) {
    return IntStream.range(0, NODES).boxed().collect(Collectors.toMap(SHAPE::name, domain::apply));
  }

  private static void createNodes(Stage stage) {
    new SimulatedNodes(stage.client()).create(SHAPE, NODES);
  }

  private static void create(Stage stage) {
    createNodes(stage);
    stage.kubectl().apply(manifest());
    stage.awaitOutline(outline());
  }

  private static void lose(Stage stage, List<RecordedEvent> pods) {
    List<String> lost = pods.stream().map(RecordedEvent::uid).toList();
    stage
        .kubectl()
        .run(
            Stream.concat(
                    Stream.of("delete", "pods", "--wait=false"),
                    pods.stream().map(RecordedEvent::name))
                .toArray(String[]::new));
    stage.awaitThat(
        "the lost pods are gone",
        all -> all.stream().noneMatch(event -> lost.contains(event.uid())));
    stage.awaitOutline(outline());
  }

  private static String manifest() {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: llm}
    spec:
      replicas: 1
      template:
        podCliqueScalingGroups:
        - name: g
          cliqueNames: [lead, work]
          replicas: %d
          annotations:
            grove.io/exclusive-topology: %s
            grove.io/subgroup-exclusive-topology: %s
          subGroupPolicy: {subGroupSize: 2}
        cliques:
        - name: lead
          spec:
            replicas: 1
            podSpec: &pod
              nodeSelector: {%s: ""}
              containers:
              - {name: main, image: "registry.example/model:1", resources: {requests: {cpu: 10m}}}
        - name: work
          spec:
            replicas: %d
            podSpec: *pod
    """
        .formatted(GROUPS, NodeShape.ZONE, NodeShape.RACK, NAME, WORKERS);
  }

  private static Stream<String> outline() {
    return Stream.of(
            Stream.of(
                "set llm 1/1 available",
                "service llm-0",
                "group llm-0-g 2/2 available",
                "gang llm-0: llm-0-g-0-lead 1/1, llm-0-g-0-work 3/3",
                "gang llm-0-g-0: llm-0-g-1-lead 1/1, llm-0-g-1-work 3/3"),
            clique("llm-0-g-0-lead", 1),
            clique("llm-0-g-0-work", WORKERS),
            clique("llm-0-g-1-lead", 1),
            clique("llm-0-g-1-work", WORKERS))
        .flatMap(lines -> lines);
  }

  private static Stream<String> clique(String name, int pods) {
    return Stream.concat(
        Stream.of("clique %s %d/%2$d ready".formatted(name, pods)),
        IntStream.range(0, pods).mapToObj(index -> "pod %s[%d] ready".formatted(name, index)));
  }

  private static String divided(int version) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata:
      name: llm
      annotations:
        grove.io/exclusive-topology: %s
        grove.io/subgroup-exclusive-topology: %s
    spec:
      replicas: 1
      template:
        cliques:
        - name: work
          spec:
            replicas: %d
            subGroupPolicy: {subGroupSize: 2}
            podSpec:
              nodeSelector: {%s: ""}
              containers:
              - name: main
                image: registry.example/model:1
                env: [{name: %s, value: "%d"}]
                resources: {requests: {cpu: 10m}}
    """
        .formatted(NodeShape.ZONE, NodeShape.RACK, DIVIDED, NAME, UpdateOutline.VERSION, version);
  }

  private static Stream<String> dividedOutline(int version, String update) {
    return Stream.concat(
        Stream.of(
            "service llm-0",
            "gang llm-0: llm-0-work 4/4",
            "set llm 1/1 available, 1 updated, " + update,
            "clique llm-0-work 4/4 ready, version %d, 4 updated, %s".formatted(version, update)),
        IntStream.range(0, DIVIDED)
            .mapToObj(index ->
                "pod llm-0-work[%d] ready, version %d, current".formatted(index, version)));
  }
}
