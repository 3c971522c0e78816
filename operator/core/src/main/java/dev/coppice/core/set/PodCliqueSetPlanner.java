package dev.coppice.core.set;

import dev.coppice.api.Components;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.gang.GangStatus;
import dev.coppice.core.gang.PodGangs;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.LegacyFinalizers;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.Planner;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.pod.PodNames;
import dev.coppice.core.scheduler.SchedulerBackends;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides what a PodCliqueSet needs next: its children first, its PodGangs once the cliques have
 * UIDs, its status last.
 */
public final class PodCliqueSetPlanner implements Planner<PodCliqueSet> {

  /** The finalizer that Grove's operator puts on a set. */
  static final String GROVE_FINALIZER = "grove.io/podcliqueset.grove.io";

  private final SchedulerBackends schedulers;

  /**
   * Creates a planner.
   *
   * @param schedulers the enabled scheduler back-ends
   */
  public PodCliqueSetPlanner(SchedulerBackends schedulers) {
    this.schedulers = schedulers;
  }

  @Override
  public Plan plan(Snapshot<PodCliqueSet> stored, Instant now) {
    Plan.Builder plan = Plan.builder(stored.refusals());
    if (Ownership.isTerminating(stored.primary())) {
      return LegacyFinalizers.remove(stored.primary(), GROVE_FINALIZER, plan).build();
    }
    Snapshot<PodCliqueSet> snapshot = stored.mapPrimary(Defaults::of);
    plan.addAll(HeadlessServices.plan(snapshot).toList());
    plan.addAll(StandaloneCliques.plan(snapshot).toList());
    syncGangs(snapshot, plan);
    gangStatuses(snapshot, plan, now);
    if (plan.isIdle()) {
      SetStatus.plan(snapshot, plan, now);
    }
    return plan.build();
  }

  private void syncGangs(Snapshot<PodCliqueSet> snapshot, Plan.Builder plan) {
    PodCliqueSet set = snapshot.primary();
    String setName = set.getMetadata().getName();
    int replicas = set.getSpec().replicas();
    Map<String, String> labels = gangLabels(set);
    for (int replica = 0; replica < replicas; replica++) {
      PodGangs.base(
              snapshot, replica, members(set, replica), labels, PodCliqueSetPlanner::firstPods)
          .ifPresent(plan::add);
    }
    Set<String> names =
        IntStream.range(0, replicas)
            .mapToObj(replica -> Names.basePodGang(setName, replica))
            .collect(Collectors.toSet());
    plan.addAll(PodGangs.removeLeftovers(snapshot, names).toList());
  }

  private static void gangStatuses(
      Snapshot<PodCliqueSet> snapshot, Plan.Builder plan, Instant now) {
    // A gang whose groups change in this round is judged in the next.
    if (plan.isIdle()) {
      Children.owned(snapshot, PodGang.class)
          .forEach(gang -> GangStatus.plan(snapshot, gang, plan, now));
    }
  }

  private Map<String, String> gangLabels(PodCliqueSet set) {
    Map<String, String> labels = ChildLabels.common(set.getMetadata().getName());
    labels.put(Labels.COMPONENT, Components.POD_GANG);
    labels.put(Labels.SCHEDULER_NAME, schedulerName(set));
    return labels;
  }

  private String schedulerName(PodCliqueSet set) {
    return set.getSpec().template().cliques().stream()
        .map(clique -> Optional.ofNullable(clique.spec().podSpec().getSchedulerName()))
        .flatMap(Optional::stream)
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse(schedulers.fallback().name());
  }

  private static List<String> members(PodCliqueSet set, int replica) {
    return StandaloneCliques.templates(set.getSpec().template()).stream()
        .map(PodCliqueTemplate::name)
        .map(clique -> Names.standalonePodClique(set.getMetadata().getName(), replica, clique))
        .toList();
  }

  private static List<String> firstPods(PodClique clique) {
    return IntStream.range(0, clique.getSpec().replicas())
        .mapToObj(index ->
            PodNames.firstGeneration(
                clique.getMetadata().getName(), clique.getMetadata().getUid(), index))
        .toList();
  }
}
