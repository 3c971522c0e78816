package dev.coppice.simulator.operator;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.clique.CliqueWatches;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.group.GroupWatches;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodSettingsBuilder;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.core.set.PodCliqueSetPlanner;
import dev.coppice.core.set.SetWatches;
import dev.coppice.core.training.TrackedPodPlanner;
import dev.coppice.core.training.TrackedPodWatches;
import dev.coppice.core.trial.TrialPods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What is simulated.
 *
 * @param sets the level of PodCliqueSets
 * @param groups the level of PodCliqueScalingGroups
 * @param cliques the level of PodCliques
 * @param trackedPods the level of the pods of training jobs; empty where there are none
 * @param readsOwnWrites whether answers are laid over the caches
 */
public record OperatorCode(
    Level<PodCliqueSet> sets,
    Level<PodCliqueScalingGroup> groups,
    Level<PodClique> cliques,
    Optional<Level<Pod>> trackedPods,
    boolean readsOwnWrites) {

  /** The code that runs in production. */
  public static OperatorCode production() {
    return production(SchedulerBackends.standard());
  }

  /** The same where the stock scheduler places gangs. */
  public static OperatorCode withNativeGangs() {
    SchedulerBackend gangs = new NativeGangs(true);
    return production(new SchedulerBackends(List.of(gangs), gangs));
  }

  /** The same where there are queues, so that gangs have start times. */
  public static OperatorCode withQueues() {
    return production(SchedulerBackends.standard(), QueueSettings.DEFAULTS);
  }

  /** The same where templates are tried before they are used. */
  public static OperatorCode withTrials() {
    SchedulerBackends schedulers = SchedulerBackends.standard();
    return production(
        schedulers, QueueSettings.OFF, new TrialPods(schedulers, PodSettings.DEFAULTS));
  }

  private static OperatorCode production(SchedulerBackends schedulers) {
    return production(schedulers, QueueSettings.OFF);
  }

  private static OperatorCode production(SchedulerBackends schedulers, QueueSettings queues) {
    return production(schedulers, queues, TrialPods.NONE);
  }

  private static OperatorCode production(
      SchedulerBackends schedulers, QueueSettings queues, TrialPods trials) {
    Validity validity = Validity.standard();
    return new OperatorCode(
        new Level<>(
            PodCliqueSet.class,
            new PodCliqueSetPlanner(
                schedulers, validity, TerminationSettings.DEFAULTS, queues, trials),
            new SetWatches(false, schedulers, false),
            set -> List.of()),
        new Level<>(
            PodCliqueScalingGroup.class,
            new PodCliqueScalingGroupPlanner(
                validity, TerminationSettings.DEFAULTS, queues.enabled(), trials),
            new GroupWatches(),
            group -> List.of()),
        new Level<>(
            PodClique.class,
            new PodCliquePlanner(
                schedulers,
                PodSettingsBuilder.builder(PodSettings.DEFAULTS).queued(queues.enabled()).build(),
                validity),
            new CliqueWatches(),
            OperatorCode::podsOf),
        Optional.empty(),
        true);
  }

  /** Whether gangs are placed by the stock scheduler. */
  public boolean hasNativeGangs() {
    return sets.watches().kinds().contains(PlacedGroup.class);
  }

  /** The same code with what watches over the pods of training jobs. */
  public OperatorCode withTrackedPods() {
    return new OperatorCode(
        sets,
        groups,
        cliques,
        Optional.of(
            new Level<>(
                Pod.class, new TrackedPodPlanner(), new TrackedPodWatches(), pod -> List.of())),
        readsOwnWrites);
  }

  private static List<LiveRead> podsOf(PodClique clique) {
    return List.of(
        new LiveRead.ListOf(
            Pod.class,
            clique.getMetadata().getNamespace(),
            Map.of(
                Labels.MANAGED_BY,
                Labels.MANAGER,
                Labels.POD_CLIQUE,
                clique.getMetadata().getName())));
  }

  /** The same code with a change at the level of PodCliqueSets. */
  public OperatorCode mapSets(UnaryOperator<Level<PodCliqueSet>> change) {
    return new OperatorCode(change.apply(sets), groups, cliques, trackedPods, readsOwnWrites);
  }

  /** The same code with a change at the level of PodCliqueScalingGroups. */
  public OperatorCode mapGroups(UnaryOperator<Level<PodCliqueScalingGroup>> change) {
    return new OperatorCode(sets, change.apply(groups), cliques, trackedPods, readsOwnWrites);
  }

  /** The same code with a change at the level of PodCliques. */
  public OperatorCode mapCliques(UnaryOperator<Level<PodClique>> change) {
    return new OperatorCode(sets, groups, change.apply(cliques), trackedPods, readsOwnWrites);
  }

  /** The same code with caches that hold only what a watch has told. */
  public OperatorCode withoutOwnWrites() {
    return new OperatorCode(sets, groups, cliques, trackedPods, false);
  }
}
