package dev.coppice.core.template;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.object.ReplicaIndex;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which pods an autoscaler counts: one of each replica of a group, and one of each replica of a
 * set. It computes how many replicas it wants from how many pods it finds, so that all pods of a
 * replica would be so many replicas to it.
 */
public final class ScaleUnits {

  /** The labels that mark pods, each with the same value. */
  public static final Set<String> MARKS = Set.of(Labels.SCALE_UNIT, Labels.SET_SCALE_UNIT);

  /** The value of the marks. */
  public static final String MARKED = "true";

  private static final int MEASURED = 0;

  private ScaleUnits() {}

  /** The marks of the pod of a PodClique at an index; none where the set has no template for it. */
  public static Set<String> marks(PodCliqueSet set, PodClique clique, int index) {
    return index == MEASURED
        ? CliqueTemplates.of(set, clique)
            .map(template -> marks(set.getSpec().template(), clique, template.name()))
            .orElse(Set.of())
        : Set.of();
  }

  private static Set<String> marks(PodCliqueSetTemplate template, PodClique clique, String name) {
    Set<String> marks = new TreeSet<>();
    if (CliqueTemplates.groupOf(template, name)
        .flatMap(ScaleUnits::measured)
        .equals(Optional.of(name))) {
      marks.add(Labels.SCALE_UNIT);
    }
    boolean isFirst = template.cliques().getFirst().name().equals(name);
    if (isFirst && ReplicaIndex.of(clique, Labels.SCALING_GROUP_REPLICA_INDEX).orElse(0) == 0) {
      marks.add(Labels.SET_SCALE_UNIT);
    }
    return marks;
  }

  /** The clique of a group of whose pods one stands for a replica. */
  private static Optional<String> measured(PodCliqueScalingGroupConfig group) {
    return Optional.ofNullable(group.scaleConfig())
        .map(AutoScalingConfig::measuredClique)
        .filter(group.cliqueNames()::contains)
        .or(() -> group.cliqueNames().stream().findFirst());
  }

  /** What selects of pods with these labels those that are marked. */
  public static Map<String, String> selecting(Map<String, String> labels, String mark) {
    Map<String, String> selecting = new TreeMap<>(labels);
    selecting.put(mark, MARKED);
    return selecting;
  }
}
