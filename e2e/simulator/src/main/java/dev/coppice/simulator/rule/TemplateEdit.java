package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an edit of a set means to the pods that stand.
 *
 * @param before the set as it was
 * @param now the set as it is
 */
record TemplateEdit(ClusterModel cluster, PodCliqueSet before, PodCliqueSet now) {

  /** Whether the template changed. */
  boolean isAny() {
    return !before.getSpec().template().cliques().equals(now.getSpec().template().cliques());
  }

  /** What it has come to by the edit. */
  Stream<Situation> situations() {
    List<PodClique> cliques = cluster.all(PodClique.class).toList();
    Stream<Situation> templates =
        isAny() ? cliques.stream().flatMap(this::situation) : Stream.empty();
    boolean otherStrategy = isOnDelete(before) != isOnDelete(now);
    return otherStrategy && cliques.stream().anyMatch(clique -> !outdated(before, clique).isEmpty())
        ? Stream.concat(templates, Stream.of(Situation.STRATEGY_CHANGED_IN_AN_UPDATE))
        : templates;
  }

  private Stream<Situation> situation(PodClique clique) {
    TemplateContent next = TemplateContent.of(now, clique);
    Set<TemplateContent> outdated = outdated(before, clique);
    if (outdated.isEmpty() || next.equals(TemplateContent.of(before, clique))) {
      return Stream.empty();
    }
    return Stream.of(
        outdated.contains(next) ? Situation.TEMPLATE_CHANGED_BACK : Situation.TEMPLATE_CHANGED_ON);
  }

  // What those pods are made from that a set's template had yet to reach.
  private Set<TemplateContent> outdated(PodCliqueSet set, PodClique clique) {
    TemplateContent wanted = TemplateContent.of(set, clique);
    return cluster
        .all(Pod.class)
        .filter(pod -> Moment.isOwner(clique, pod) && PodFacts.isLive(pod))
        .map(TemplateContent::of)
        .filter(made -> !made.equals(wanted))
        .collect(Collectors.toSet());
  }

  /** Whether pods are left alone until somebody deletes them. */
  static boolean isOnDelete(PodCliqueSet set) {
    var strategy = set.getSpec().updateStrategy();
    return strategy != null && strategy.type() == UpdateStrategyType.ON_DELETE;
  }
}
