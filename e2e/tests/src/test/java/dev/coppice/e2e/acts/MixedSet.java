package dev.coppice.e2e.acts;

import dev.coppice.api.Names;
import dev.coppice.e2e.Sets;
import dev.coppice.testkit.nodes.NodeShape;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A set of a random run, and how far its parts are scaled.
 *
 * @param replicas how many it begins with, which are also the most that it has
 * @param cliques all of them, those of groups too
 * @param trains whether it is a training job, which is neither scaled nor updated
 * @param autoscaled which cliques and groups have autoscalers
 * @param kind makes a manifest that has nothing but parts one of this kind
 */
record MixedSet(
    String name,
    int replicas,
    List<Part> cliques,
    List<Group> groups,
    boolean trains,
    List<String> autoscaled,
    UnaryOperator<String> kind) {

  /** Topology label of a node alone. */
  static final String HOST = "kubernetes.io/hostname";

  private static final String EXCLUSIVE =
      "{grove.io/exclusive-topology: %s, grove.io/subgroup-exclusive-topology: %s}"
          .formatted(NodeShape.RACK, HOST);

  /** One of each kind. No name has a dash. */
  static final List<MixedSet> ALL =
      List.of(
          serving(
              "plain",
              3,
              List.of(part("web", 3, 2, 5), part("cache", 1, 1, 3)),
              List.of(),
              yaml -> yaml),
          serving(
              "grouped",
              2,
              List.of(
                  part("router", 2, 1, 3), fixed("lead", 1), fixed("work", 2), fixed("side", 2)),
              List.of(group("x", 2, 1, 3, "lead", "work"), group("y", 1, 1, 3, "side")),
              yaml -> yaml),
          serving(
              "ordered",
              2,
              List.of(
                  part("first", 2, 1, 3),
                  fixed("lead", 1),
                  fixed("work", 2),
                  part("last", 1, 1, 2)),
              List.of(group("x", 2, 1, 3, "lead", "work")),
              yaml -> inTemplate(yaml, "cliqueStartupType: CliqueStartupTypeInOrder")),
          // Scaled by users within the bounds of its autoscalers, which without metrics do no more.
          new MixedSet(
              "autoscaled",
              2,
              List.of(part("web", 2, 1, 4), fixed("work", 2)),
              List.of(group("x", 2, 1, 3, "work")),
              false,
              List.of("web", "x"),
              yaml ->
                  yaml.replaceFirst(
                          "minAvailable: 1\n",
                          "minAvailable: 1\n        autoScalingConfig: {minReplicas: 1, maxReplicas: 4}\n")
                      .replace(
                          "cliqueNames:",
                          "scaleConfig: {minReplicas: 1, maxReplicas: 3}, cliqueNames:")),
          serving(
              "terminating",
              2,
              List.of(part("web", 2, 2, 4), fixed("lead", 1), fixed("work", 2)),
              List.of(group("x", 2, 1, 3, "lead", "work")),
              yaml -> inTemplate(yaml, "terminationDelay: 3s")),
          // Each replica alone in a rack, and each half of it alone on a node.
          serving(
              "exclusive",
              2,
              List.of(fixed("work", 4)),
              List.of(),
              yaml ->
                  inMetadata(yaml, "annotations: " + EXCLUSIVE)
                      .replace(
                          "podSpec:\n", "subGroupPolicy: {subGroupSize: 2}\n        podSpec:\n")),
          serving(
              "queued",
              2,
              List.of(part("web", 2, 1, 4), fixed("work", 2)),
              List.of(group("x", 1, 1, 3, "work")),
              yaml -> inMetadata(yaml, "labels: {kai.scheduler/queue: " + RandomActs.TEAM + "}")),
          serving(
              "ondelete",
              2,
              List.of(part("web", 3, 1, 4), fixed("work", 2)),
              List.of(group("x", 2, 1, 3, "work")),
              yaml -> inSpec(yaml, "updateStrategy: {type: OnDelete}")),
          training(
              "training",
              1,
              List.of(fixed("chief", 1), fixed("lead", 1), fixed("work", 2)),
              List.of(group("x", 2, 2, 2, "lead", "work"))),
          training("parallel", 3, List.of(fixed("worker", 2)), List.of()));

  /**
   * What is scaled, or is not where it may have one number only.
   *
   * @param replicas how many the template has
   */
  record Part(String name, int replicas, int minAvailable, int most) {

    boolean isScaled() {
      return most > minAvailable;
    }
  }

  /** A scaling group. */
  record Group(Part scale, List<String> cliques) {}

  private static MixedSet serving(
      String name,
      int replicas,
      List<Part> cliques,
      List<Group> groups,
      UnaryOperator<String> kind) {
    return new MixedSet(name, replicas, cliques, groups, false, List.of(), kind);
  }

  /** With more restarts than there are acts. */
  private static MixedSet training(
      String name, int replicas, List<Part> cliques, List<Group> groups) {
    return new MixedSet(
        name,
        replicas,
        cliques,
        groups,
        true,
        List.of(),
        yaml -> inSpec(yaml, "workloadType: Training\n  trainingSpec: {maxRestarts: 1000000}"));
  }

  private static Part part(String name, int replicas, int minAvailable, int most) {
    return new Part(name, replicas, minAvailable, most);
  }

  private static Part fixed(String name, int replicas) {
    return part(name, replicas, replicas, replicas);
  }

  private static Group group(
      String name, int replicas, int minAvailable, int most, String... cliques) {
    return new Group(part(name, replicas, minAvailable, most), List.of(cliques));
  }

  private static String inMetadata(String yaml, String field) {
    return yaml.replaceFirst("metadata: \\{", "metadata: {" + field + ", ");
  }

  private static String inTemplate(String yaml, String line) {
    return yaml.replace("  template:\n", "  template:\n    " + line + "\n");
  }

  private static String inSpec(String yaml, String line) {
    return yaml.replace("  template:\n", "  " + line + "\n  template:\n");
  }

  /** The cliques that stand alone. */
  List<Part> standalone() {
    return cliques.stream()
        .filter(
            clique -> groups.stream().noneMatch(group -> group.cliques().contains(clique.name())))
        .toList();
  }

  /** The HorizontalPodAutoscalers that one of its replicas has. */
  List<String> autoscalers(int replica) {
    return autoscaled.stream().map(part -> Names.standalonePodClique(name, replica, part)).toList();
  }

  /**
   * The manifest.
   *
   * @param selector the line of a pod specification that asks for the nodes of the run
   */
  String manifest(int replicas, int image, String selector) {
    String yaml =
        Sets.manifest(
                name,
                replicas,
                cliques.stream()
                    .map(clique ->
                        Sets.clique(clique.name(), clique.replicas(), clique.minAvailable()))
                    .toArray(String[]::new))
            .replace("model:1", "model:" + image)
            .replace("containers:", selector + "\n          containers:");
    return kind.apply(yaml + groupLines());
  }

  private String groupLines() {
    return groups.isEmpty()
        ? ""
        : "    podCliqueScalingGroups:\n"
            + groups.stream()
                .map(group ->
                    "    - {name: \"%s\", replicas: %d, minAvailable: %d, cliqueNames: %s}\n"
                        .formatted(
                            group.scale().name(),
                            group.scale().replicas(),
                            group.scale().minAvailable(),
                            group.cliques()))
                .collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return name;
  }
}
