package dev.coppice.simulator.set;

import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.object.Ownership;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a set must have at rest, told from its shape and from the live scales alone. */
final class ExpectedTree {

  private final SetFixture fixture;
  private final TreeShape shape;

  ExpectedTree(SetFixture fixture, TreeShape shape) {
    this.fixture = fixture;
    this.shape = shape;
  }

  /** Names of all PodCliques by the gang to which they belong, gangs of nothing left out. */
  Map<String, List<String>> gangs() {
    Map<String, List<String>> gangs = new TreeMap<>();
    for (int i = 0; i < fixture.set().getSpec().replicas(); i++) {
      String base = "s-" + i;
      for (String clique : shape.standaloneNames()) {
        gangs.computeIfAbsent(base, name -> new ArrayList<>()).add(base + "-" + clique);
      }
      int replicas = shape.group() == null ? 0 : fixture.group(base + "-g").getSpec().replicas();
      for (int j = 0; j < replicas; j++) {
        int beyond = j - shape.minAvailable();
        String gang = beyond < 0 ? base : base + "-g-" + beyond;
        for (String clique : shape.memberNames()) {
          gangs
              .computeIfAbsent(gang, name -> new ArrayList<>())
              .add("%s-g-%d-%s".formatted(base, j, clique));
        }
      }
    }
    return gangs;
  }

  /** Every wanted group as it has to stand in its gang. */
  Map<String, List<String>> podGroups() {
    Map<String, List<String>> groups = new TreeMap<>();
    gangs()
        .forEach(
            (gang, cliques) -> groups.put(gang, cliques.stream().map(this::podGroup).toList()));
    return groups;
  }

  /** Every group as it stands in its gang. */
  Map<String, List<String>> standingPodGroups() {
    return fixture
        .cluster
        .all(PodGang.class)
        .collect(
            Collectors.toMap(
                gang -> gang.getMetadata().getName(),
                gang -> gang.getSpec().podgroups().stream().map(ExpectedTree::describe).toList()));
  }

  private String podGroup(String clique) {
    List<String> pods =
        fixture
            .cluster
            .all(Pod.class)
            .filter(pod -> Ownership.isControlledBy(pod, fixture.clique(clique)))
            .map(pod -> pod.getMetadata().getName())
            .sorted()
            .toList();
    return describe(clique, MinAvailable.of(fixture.clique(clique)), pods);
  }

  private static String describe(PodGroup group) {
    return describe(
        group.name(),
        group.minReplicas(),
        group.podReferences().stream().map(NamespacedName::name).sorted().toList());
  }

  private static String describe(String clique, int minimum, List<String> pods) {
    return "%s: %d of %s".formatted(clique, minimum, pods);
  }
}
