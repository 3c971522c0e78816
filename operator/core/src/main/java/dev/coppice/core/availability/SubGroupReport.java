package dev.coppice.core.availability;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.slots.Division;
import dev.coppice.core.subgroup.SubGroups;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the pods of a clique that is divided stand in their subgroups. */
public final class SubGroupReport {

  private final SubGroups divided;
  private final List<PodState> live;

  private SubGroupReport(SubGroups divided, List<PodState> live) {
    this.divided = divided;
    this.live = live;
  }

  /**
   * What is reported; null for a clique that is not divided.
   *
   * @param live the pods that may be of another template than others of their subgroup
   * @param ready the indices that count as Ready
   * @param scheduled the indices that count as having a place
   * @param updated the indices that count as being made from the clique's template
   */
  public static @Nullable SubGroupStatus of(
      PodClique clique,
      List<PodState> live,
      Set<Integer> ready,
      Set<Integer> scheduled,
      Set<Integer> updated) {
    return Division.of(clique)
        .map(divided ->
            new SubGroupReport(divided, live)
                .status(clique.getSpec().replicas(), ready, scheduled, updated))
        .orElse(null);
  }

  private SubGroupStatus status(
      int replicas, Set<Integer> ready, Set<Integer> scheduled, Set<Integer> updated) {
    return new SubGroupStatus(
        divided.layout().name(),
        divided.slots(),
        Math.max(0, replicas - divided.slots()),
        divided.count(),
        divided.whole(ready),
        Units.count(divided, ready),
        Units.count(divided, scheduled),
        Units.count(divided, updated),
        mixed());
  }

  private List<Integer> mixed() {
    Map<Integer, Set<String>> templates = new TreeMap<>();
    live.stream()
        .filter(pod -> pod.index() >= 0 && pod.index() < divided.slots())
        .forEach(pod ->
            divided
                .index(pod.index())
                .ifPresent(subGroup ->
                    templates
                        .computeIfAbsent(subGroup, _ -> new HashSet<>())
                        .add(Objects.requireNonNullElse(pod.templateHash(), ""))));
    templates.values().removeIf(several -> several.size() < 2);
    return List.copyOf(templates.keySet());
  }
}
