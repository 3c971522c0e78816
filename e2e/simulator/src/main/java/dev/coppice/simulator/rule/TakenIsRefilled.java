package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * An index that an update took gets its pod before any that it did not take. Where fewer are asked
 * for since, it may stay without one.
 */
final class TakenIsRefilled implements Rule {

  private static final String RULE = "what an update took is refilled first";

  private final ClusterModel cluster;
  private final Consumer<Situation> coverage;
  private final Map<String, Set<Integer>> taken = new HashMap<>();

  TakenIsRefilled(ClusterModel cluster, Consumer<Situation> coverage) {
    this.cluster = cluster;
    this.coverage = coverage;
  }

  /** Takes note of what is refilled, or need not be. */
  void changed(Change change) {
    if (change.now() instanceof Pod pod && PodFacts.isLive(pod)) {
      of(PodFacts.ownerUid(pod)).remove(Integer.valueOf(PodFacts.index(pod)));
    }
    if (change.before() instanceof PodClique before
        && change.now() instanceof PodClique now
        && now.getSpec().replicas() < before.getSpec().replicas()) {
      of(now.getMetadata().getUid()).clear();
    }
  }

  private Set<Integer> of(String cliqueUid) {
    return taken.computeIfAbsent(cliqueUid, _ -> new HashSet<>());
  }

  @Override
  public void check(Write write, Outcome outcome) {
    if (!(write.seen().primary() instanceof PodClique clique)) {
      return;
    }
    switch (write.action()) {
      case Action.Delete _
          when write.stood().orElse(null) instanceof Pod pod
              && PodFacts.isLive(pod)
              && Moment.isOwner(clique, pod)
              && !OneAtATime.isScaleIn(write.seen(), clique) ->
          of(clique.getMetadata().getUid()).add(Integer.valueOf(PodFacts.index(pod)));
      case Action.Create create when create.object() instanceof Pod pod ->
          checkPod(write.seen(), clique, pod);
      default -> {}
    }
  }

  private void checkPod(Snapshot<?> seen, PodClique clique, Pod pod) {
    List<Integer> live =
        seen.observed()
            .all(Pod.class)
            .filter(other -> Moment.isOwner(clique, other) && PodFacts.isLive(other))
            .map(other -> Integer.valueOf(PodFacts.index(other)))
            .toList();
    int index = Integer.parseInt(PodFacts.index(pod));
    Set<Integer> awaited = new HashSet<>(recorded(clique));
    live.forEach(awaited::remove);
    if (awaited.contains(index)) {
      noteIfNotLowest(index, live);
    } else if (clique.getSpec().replicas() - live.size() <= awaited.size()) {
      throw new Broken(RULE, "%s was made while %s are missing".formatted(pod, awaited));
    }
  }

  private void noteIfNotLowest(int index, List<Integer> live) {
    for (int lower = 0; lower < index; lower++) {
      if (!live.contains(lower)) {
        coverage.accept(Situation.TAKEN_REFILLED_BEFORE_A_LOWER_INDEX);
        return;
      }
    }
  }

  private static List<Integer> recorded(PodClique clique) {
    PodCliqueUpdateProgress progress = clique.statusOrEmpty().updateProgress();
    return progress == null ? List.of() : progress.replacingIndexes();
  }

  /** Judges what stands when neither an event nor time can bring a change. */
  void withNothingLeft() {
    cluster
        .all(PodClique.class)
        .filter(clique -> !PodFacts.isTerminating(clique))
        .filter(clique -> PodFacts.label(clique, Labels.SCALING_GROUP).isEmpty())
        .forEach(this::checkStanding);
  }

  private void checkStanding(PodClique clique) {
    Set<Integer> held =
        recorded(clique).stream()
            .filter(of(clique.getMetadata().getUid())::contains)
            .collect(Collectors.toSet());
    if (!held.isEmpty()) {
      throw new Broken(RULE, "%s of %s have no pod".formatted(held, clique));
    }
    if (!recorded(clique).isEmpty()) {
      coverage.accept(Situation.HELD_UP_BY_A_POD_THAT_NEVER_RUNS);
    }
  }
}
