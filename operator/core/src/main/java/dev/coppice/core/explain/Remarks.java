package dev.coppice.core.explain;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.slots.Division;
import dev.coppice.core.status.Words;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is told of a set or a scaling group beside what is missing: nothing of it keeps either from
 * being Ready.
 *
 * @param outdated how many pods stay until somebody deletes them
 * @param idleCliques how many PodCliques are asked for no pods
 * @param idleGroups how many scaling groups are asked for no replicas
 * @param stuck what PodCliques tell of pods that hang in Terminating, each with its name
 */
public record Remarks(int outdated, int idleCliques, int idleGroups, List<String> stuck) {

  public Remarks {
    stuck = List.copyOf(stuck);
  }

  /**
   * Those of parts. What is idle is told by what is asked for, so that it is told together with
   * that.
   */
  public static Remarks of(
      int outdated, List<PodClique> cliques, List<PodCliqueScalingGroup> groups) {
    return new Remarks(
        outdated,
        (int) cliques.stream().filter(clique -> Division.pods(clique) == 0).count(),
        (int) groups.stream().filter(group -> group.getSpec().replicas() == 0).count(),
        cliques.stream()
            .flatMap(clique ->
                StuckPods.toldBy(clique)
                    .map(told -> "PodClique %s: %s".formatted(clique.getMetadata().getName(), told))
                    .stream())
            .sorted()
            .toList());
  }

  /** An addition to a message about what is available; nothing if all of it runs and is new. */
  String numbers() {
    return Messages.outdated(outdated) + idle();
  }

  private String idle() {
    String parts =
        Stream.of(count(idleCliques, "PodClique"), count(idleGroups, "PodCliqueScalingGroup"))
            .flatMap(part -> part)
            .collect(Collectors.joining(" and "));
    return parts.isEmpty() ? "" : ", %s idle".formatted(parts);
  }

  private static Stream<String> count(int parts, String kind) {
    return parts == 0 ? Stream.empty() : Stream.of(Words.count(parts, kind));
  }

  /** Whether pods hang in Terminating. */
  boolean isStuck() {
    return !stuck.isEmpty();
  }

  /** An addition to any message; nothing if no pod hangs. */
  public String hanging() {
    if (stuck.isEmpty()) {
      return "";
    }
    int others = stuck.size() - 1;
    return "; " + stuck.getFirst() + (others == 0 ? "" : "; " + others(others));
  }

  private static String others(int podCliques) {
    return "%s %s such pods"
        .formatted(Words.count(podCliques, "other PodClique"), podCliques == 1 ? "has" : "have");
  }
}
