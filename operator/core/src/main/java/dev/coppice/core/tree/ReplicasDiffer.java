package dev.coppice.core.tree;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a set tells that a PodClique or a group has another number of replicas than its template:
 * what is scaled belongs to whoever scales it. Where an autoscaler does, the numbers are meant to
 * differ, and nothing is told.
 */
public final class ReplicasDiffer {

  private static final int MOST_NAMED = 10;

  private ReplicasDiffer() {}

  private record Difference(String kind, String shortName, HasMetadata about, int live, int asked) {

    private String told() {
      String name = about.getMetadata().getName();
      return Words.sentence(
          "%s %s has %s, its template %d (kubectl scale %s/%s -n %s --replicas=%d)",
          kind,
          name,
          Words.count(live, "replica"),
          asked,
          shortName,
          name,
          about.getMetadata().getNamespace(),
          asked);
    }
  }

  /** The conditions with the one about the children in view of a set with all its parts. */
  public static List<Condition> setIn(
      List<Condition> before, Snapshot<PodCliqueSet> snapshot, SetCliques cliques, Instant now) {
    PodCliqueSet set = snapshot.primary();
    List<Difference> differences =
        set.getSpec().trains()
            ? List.of() // its template wins
            : Stream.concat(
                    cliques.staying().flatMap(clique -> of(set, clique).stream()),
                    Children.owned(snapshot, PodCliqueScalingGroup.class)
                        .flatMap(group -> of(set, group).stream()))
                .toList();
    return differences.isEmpty()
        ? Conditions.remove(before, ConditionTypes.REPLICAS_DIFFER)
        : Conditions.set(
            before,
            Conditions.of(
                ConditionTypes.REPLICAS_DIFFER,
                true,
                ConditionReasons.DIFFERS_FROM_TEMPLATE,
                message(differences),
                set.getMetadata().getGeneration()),
            now);
  }

  private static Optional<Difference> of(PodCliqueSet set, PodClique clique) {
    int live = clique.getSpec().replicas();
    return CliqueTemplates.of(set, clique)
        .map(template -> template.spec())
        .filter(spec -> spec.autoScalingConfig() == null && spec.replicas() != live)
        .map(spec -> new Difference("PodClique", "pclq", clique, live, spec.replicas()));
  }

  private static Optional<Difference> of(PodCliqueSet set, PodCliqueScalingGroup group) {
    int live = group.getSpec().replicas();
    return set.getSpec().template().podCliqueScalingGroups().stream()
        .filter(config -> CliqueTemplates.isNamedAfter(group, config.name()))
        .filter(config -> config.scaleConfig() == null && config.replicas() != live)
        .mapToInt(PodCliqueScalingGroupConfig::replicas)
        .mapToObj(asked -> new Difference("PodCliqueScalingGroup", "pcsg", group, live, asked))
        .findFirst();
  }

  // By name among those of a kind: caches give them in any order, and other words are a write.
  private static String message(List<Difference> differences) {
    String named =
        differences.stream()
            .sorted(
                Comparator.comparing(Difference::kind)
                    .thenComparing(difference -> difference.about().getMetadata().getName()))
            .limit(MOST_NAMED)
            .map(Difference::told)
            .collect(Collectors.joining("; "));
    int more = differences.size() - MOST_NAMED;
    return "%d differ from spec.template: %s%s"
        .formatted(differences.size(), named, more > 0 ? "; and %d more".formatted(more) : "");
  }
}
