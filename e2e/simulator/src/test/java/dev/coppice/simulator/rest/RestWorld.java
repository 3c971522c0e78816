package dev.coppice.simulator.rest;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.binding.BindingWatches;
import dev.coppice.core.binding.ClusterTopologyBindingPlanner;
import dev.coppice.core.clique.CliqueWatches;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.group.GroupWatches;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodSettingsBuilder;
import dev.coppice.core.queue.QueuePlanner;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.QueueWatches;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.PodCliqueSetPlanner;
import dev.coppice.core.set.SetWatches;
import dev.coppice.core.training.TrackedPodPlanner;
import dev.coppice.core.training.TrackedPodWatches;
import dev.coppice.core.watch.Watches;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.ModelNodes;
import dev.coppice.simulator.model.ModelScheduler;
import dev.coppice.simulator.model.ReconcileLoop;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cluster with the controllers of all levels, in which nothing of ours is written in vain. */
final class RestWorld {

  private static final int MOST_PASSES = 30;
  private static final int LAST_CALLS = 6;

  // A status write may wait for its interval.
  private static final int QUIET_PASSES = 2;
  private static final Duration PASS = Duration.ofSeconds(6);

  final ClusterModel cluster = new ClusterModel(Instant.parse("2026-01-01T00:00:00Z"));
  private final ModelNodes nodes = new ModelNodes(cluster);
  private final ModelScheduler scheduler = new ModelScheduler(cluster, nodes);
  private final List<Level<?>> levels;
  private final Map<String, ReconcileLoop<?>> loops = new HashMap<>();
  private final KeyHistory history = new KeyHistory();
  private long changes;
  private boolean mayKeysComeBack;

  private record Level<P extends HasMetadata>(
      Class<P> type, Planner<P> planner, Watches<P> watches) {}

  RestWorld(SchedulerBackends schedulers, boolean queued) {
    QueueSettings queues = queued ? QueueSettings.DEFAULTS : QueueSettings.OFF;
    Validity validity = Validity.standard();
    levels =
        List.of(
            new Level<>(
                PodCliqueSet.class,
                new PodCliqueSetPlanner(schedulers, validity, TerminationSettings.DEFAULTS, queues),
                new SetWatches(true, schedulers, queued)),
            new Level<>(
                PodCliqueScalingGroup.class,
                new PodCliqueScalingGroupPlanner(validity, TerminationSettings.DEFAULTS, queued),
                new GroupWatches()),
            new Level<>(
                PodClique.class,
                new PodCliquePlanner(
                    schedulers,
                    PodSettingsBuilder.builder(PodSettings.DEFAULTS).queued(queued).build(),
                    validity),
                new CliqueWatches()),
            new Level<>(Pod.class, new TrackedPodPlanner(), new TrackedPodWatches()),
            new Level<>(
                ClusterTopologyBinding.class,
                new ClusterTopologyBindingPlanner(schedulers),
                new BindingWatches(schedulers.topologyKinds())),
            new Level<>(Queue.class, new QueuePlanner(), new QueueWatches(Optional.empty())));
    cluster.watch(this::changed);
  }

  private void changed(@Nullable HasMetadata before, @Nullable HasMetadata now) {
    changes++;
    if (!mayKeysComeBack) {
      history.take(before, now);
    }
  }

  /** From now on only rest is asked for. */
  void letKeysComeBack() {
    mayKeysComeBack = true;
  }

  PodCliqueSet set() {
    return cluster.all(PodCliqueSet.class).findFirst().orElseThrow();
  }

  /** What somebody else does. */
  void change(Runnable deed) {
    cluster.watch((before, now) -> {});
    deed.run();
    history.forget();
    cluster.watch(this::changed);
  }

  /**
   * Lets all controllers and the nodes work until nothing is written any more.
   *
   * @throws AssertionError if that does not come, or a key changes to and fro on the way
   */
  void settle() {
    int quiet = 0;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      int before = cluster.journal().size();
      long changesBefore = changes;
      try {
        levels.forEach(this::pass);
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "; the last calls: " + lastCalls(), e);
      }
      run();
      cluster.advance(PASS);
      List<Answer> made = cluster.journal();
      List<Answer> writes =
          made.subList(before, made.size()).stream().filter(RestWorld::isWrite).toList();
      quiet = writes.isEmpty() && changes == changesBefore ? quiet + 1 : 0;
      if (quiet == QUIET_PASSES) {
        return;
      }
      if (pass == MOST_PASSES - 1) {
        throw new AssertionError("no rest; the last calls: " + lastCalls());
      }
    }
  }

  private List<String> lastCalls() {
    List<Answer> made = cluster.journal();
    return made.subList(Math.max(0, made.size() - LAST_CALLS), made.size()).stream()
        .map(answer ->
            "%s %s %s (%s) → %s"
                .formatted(
                    answer.action().getClass().getSimpleName(),
                    answer.action().target(),
                    answer.action() instanceof Action.Patch patch ? patch.operations() : "",
                    answer.action().purpose(),
                    answer.outcome().getClass().getSimpleName()))
        .toList();
  }

  // What is refused, or exists beyond what is seen, is tried again by the back-off.
  private static boolean isWrite(Answer answer) {
    return !(answer.action() instanceof Action.Read)
        && !(answer.outcome() instanceof Outcome.AlreadyExists);
  }

  private <P extends HasMetadata> void pass(Level<P> level) {
    cluster
        .all(level.type())
        .forEach(primary ->
            loops
                .computeIfAbsent(
                    primary.getMetadata().getUid(),
                    _ ->
                        new ReconcileLoop<>(
                            cluster,
                            level.planner(),
                            memory -> view(level, ObjectKey.of(primary), memory)))
                .reconcile());
  }

  private <P extends HasMetadata> Optional<Snapshot<P>> view(
      Level<P> level, ObjectKey key, Memory memory) {
    return cluster
        .find(level.type(), key.namespace(), key.name())
        .map(primary ->
            Snapshot.of(
                primary,
                Observed.of(
                    cluster
                        .all(HasMetadata.class)
                        .filter(object -> level.watches().relates(primary, object))
                        .map(object -> level.type() == PodClique.class ? object : trimmed(object))
                        .toList()),
                memory));
  }

  // The levels above a PodClique see no podSpecs.
  private static HasMetadata trimmed(HasMetadata object) {
    return object instanceof PodClique clique
        ? clique.withSpec(
            PodCliqueSpecBuilder.builder(clique.getSpec()).podSpec(new PodSpec()).build())
        : object;
  }

  private void run() {
    nodes.finishTerminations();
    for (List<Pod> next = scheduler.next(_ -> true);
        !next.isEmpty();
        next = scheduler.next(_ -> true)) {
      next.forEach(pod -> scheduler.decide(pod, _ -> true));
    }
    nodes.startAll();
    scheduler.unprotected().forEach(scheduler::release);
  }
}
