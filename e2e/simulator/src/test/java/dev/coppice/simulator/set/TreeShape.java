package dev.coppice.simulator.set;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A random set.
 *
 * @param replicas of the set
 * @param standalone replicas of each clique outside the group
 * @param group the scaling group, or null
 */
record TreeShape(int replicas, List<Integer> standalone, @Nullable Group group) {

  /**
   * A random scaling group.
   *
   * @param cliques replicas of each of its cliques
   * @param replicas of the group
   * @param minAvailable of the group
   */
  record Group(List<Integer> cliques, int replicas, int minAvailable) {}

  List<String> standaloneNames() {
    return names("c", standalone);
  }

  List<String> memberNames() {
    return group == null ? List.of() : names("m", group.cliques());
  }

  int minAvailable() {
    return group == null ? 0 : group.minAvailable();
  }

  String yaml() {
    String members = group == null ? "" : cliques(memberNames(), group.cliques());
    String groups =
        group == null
            ? ""
            : "    podCliqueScalingGroups:%n    - {name: g, cliqueNames: [%s], replicas: %d, minAvailable: %d}%n"
                .formatted(
                    String.join(", ", memberNames()), group.replicas(), group.minAvailable());
    return "metadata: {name: s}%nspec:%n  replicas: %d%n  template:%n    cliques:%n%s%s%s"
        .formatted(replicas, cliques(standaloneNames(), standalone), members, groups);
  }

  private static List<String> names(String prefix, List<Integer> cliques) {
    return IntStream.range(0, cliques.size()).mapToObj(i -> prefix + i).toList();
  }

  private static String cliques(List<String> names, List<Integer> replicas) {
    return IntStream.range(0, names.size())
        .mapToObj(i ->
            "    - {name: %s, spec: {replicas: %d, minAvailable: 1, podSpec: {containers: [{name: c, image: i}]}}}%n"
                .formatted(names.get(i), replicas.get(i)))
        .collect(Collectors.joining());
  }
}
