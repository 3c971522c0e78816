package dev.coppice.testkit.oracle;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.SubGroupPolicy;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How a PodClique of its own that is divided has to count, by what it says of itself and by the
 * labels of its pods.
 *
 * @param size how many pods make a subgroup
 * @param layout how the leader stands to them
 */
record SubGroupFacts(int size, String layout) {

  /** Those of a PodClique; empty if it is not divided, or together with others. */
  static Optional<SubGroupFacts> of(PodClique clique) {
    SubGroupPolicy policy = clique.getSpec().subGroupPolicy();
    Map<String, String> annotations = clique.getMetadata().getAnnotations();
    return policy == null || !PodFacts.label(clique, Labels.SCALING_GROUP).isEmpty()
        ? Optional.empty()
        : Optional.of(
            new SubGroupFacts(
                policy.subGroupSize(),
                annotations == null
                    ? ""
                    : annotations.getOrDefault(Annotations.SUBGROUP_LAYOUT, "")));
  }

  private int lead() {
    return layout.equals("EVEN") ? 0 : 1;
  }

  /** How many pods there have to be. */
  int pods(int replicas) {
    int pods = lead();
    while (pods + size <= replicas) {
      pods += size;
    }
    return pods > lead() ? pods : 0;
  }

  /** How many subgroups so many replicas make. */
  int subGroups(int replicas) {
    return pods(replicas) == 0 ? 0 : (pods(replicas) - lead()) / size;
  }

  /**
   * How many subgroups are whole.
   *
   * @param pods those that count
   * @param done the indices whose pods are gone and count as well
   */
  int whole(Collection<Pod> pods, Set<String> done) {
    Map<String, Integer> filled = new HashMap<>();
    Stream.concat(
            pods.stream()
                .filter(pod -> !done.contains(PodFacts.index(pod)))
                .map(pod -> PodFacts.label(pod, Labels.SUBGROUP_INDEX)),
            done.stream().map(index -> subGroup(Integer.parseInt(index))))
        .filter(subGroup -> !subGroup.isEmpty())
        .forEach(subGroup -> filled.merge(subGroup, 1, Integer::sum));
    return (int)
        filled.entrySet().stream().filter(one -> one.getValue() == places(one.getKey())).count();
  }

  private String subGroup(int index) {
    if (index >= lead()) {
      return Integer.toString((index - lead()) / size);
    }
    return layout.equals("EXTRA") ? "0" : "";
  }

  private int places(String subGroup) {
    return layout.equals("EXTRA") && subGroup.equals("0") ? size + 1 : size;
  }

  /** How much pods are where they are compared with a minimum. */
  int units(Collection<Pod> pods, Set<String> done) {
    boolean led =
        lead() == 0
            || done.contains("0")
            || pods.stream()
                .anyMatch(pod -> PodFacts.label(pod, Labels.GROUP_WORKER_INDEX).equals("0"));
    return led ? lead() + size * whole(pods, done) : 0;
  }
}
