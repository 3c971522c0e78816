package dev.coppice.simulator;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodCliqueUpdateProgressBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgressBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.api.status.ReplicaDeletionBuilder;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.SnapshotBuilder;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Planners that get something wrong about gang termination. */
final class PlantedTermination {

  private static final Set<LiveRead> EVERYTHING =
      new AbstractSet<>() {
        @Override
        public boolean contains(Object query) {
          return true;
        }

        @Override
        public Iterator<LiveRead> iterator() {
          return Collections.emptyIterator();
        }

        @Override
        public int size() {
          return 1;
        }
      };

  private PlantedTermination() {}

  /** Takes what the caches say for what stands. */
  static <P extends HasMetadata> Planner<P> withoutLiveRead(Planner<P> planner) {
    return (snapshot, now) ->
        planner.plan(looking(snapshot, snapshot.observed(), EVERYTHING, EVERYTHING), now);
  }

  /** Sees none of the pods that it reads. */
  static <P extends HasMetadata> Planner<P> blindToPods(Planner<P> planner) {
    return (snapshot, now) ->
        planner.plan(
            looking(
                snapshot,
                Observed.of(
                    snapshot.observed().all().filter(object -> !(object instanceof Pod)).toList()),
                snapshot.live()),
            now);
  }

  /** Deletes at once what it would have recorded. */
  static Planner<PodCliqueSet> deletingFirst(Planner<PodCliqueSet> planner) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      List<Action> deletes =
          opened(snapshot.primary(), plan)
              .flatMap(record -> record.podCliques().stream())
              .<Action>map(clique ->
                  new Action.Delete(
                      new ObjectKey(PodClique.class, User.NAMESPACE, clique.name()),
                      clique.uid(),
                      null,
                      plan.actions().getFirst().purpose()))
              .toList();
      return deletes.isEmpty() ? plan : with(plan, deletes);
    };
  }

  /** Records only a part of the replica. */
  static Planner<PodCliqueSet> recordingAPart(Planner<PodCliqueSet> planner) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      return opened(snapshot.primary(), plan).findAny().isEmpty()
          ? plan
          : with(
              plan,
              plan.actions().stream()
                  .map(action ->
                      action instanceof Action.PutStatus put
                              && put.object() instanceof PodCliqueSet set
                          ? new Action.PutStatus(
                              withRecords(set, PlantedTermination::withoutLast),
                              put.intent(),
                              put.purpose())
                          : action)
                  .toList());
    };
  }

  private static ReplicaDeletion withoutLast(ReplicaDeletion record) {
    return record.podCliques().isEmpty()
        ? record
        : ReplicaDeletionBuilder.builder(record)
            .podCliques(record.podCliques().subList(0, record.podCliques().size() - 1))
            .build();
  }

  private static Stream<ReplicaDeletion> opened(PodCliqueSet before, Plan plan) {
    return plan.actions().stream()
        .filter(action -> action instanceof Action.PutStatus put && put.intent())
        .map(action -> (PodCliqueSet) ((Action.PutStatus) action).object())
        .flatMap(set -> set.statusOrEmpty().replicaDeletions().stream())
        .filter(ReplicaDeletion::open)
        .filter(record ->
            before.statusOrEmpty().replicaDeletions().stream()
                .noneMatch(old -> old.open() && old.replicaIndex() == record.replicaIndex()));
  }

  /** The plan with other actions. */
  static Plan with(Plan plan, List<Action> actions) {
    return new Plan(actions, plan.events(), plan.requeueAt(), plan.pending(), plan.refuted());
  }

  /** Holds a replica for gone when the first of its PodCliques is. */
  static Planner<PodCliqueSet> makingAgainTooEarly(Planner<PodCliqueSet> planner) {
    return (snapshot, now) ->
        planner.plan(
            snapshot.mapPrimary(set ->
                withRecords(
                    set,
                    record ->
                        record.deleting() && isAnyGone(record, snapshot.observed())
                            ? ReplicaDeletionBuilder.builder(record).goneAt(now).build()
                            : record)),
            now);
  }

  private static boolean isAnyGone(ReplicaDeletion record, Observed observed) {
    return record.podCliques().stream()
        .anyMatch(listed ->
            observed
                .get(PodClique.class, User.NAMESPACE, listed.name())
                .filter(clique -> clique.getMetadata().getUid().equals(listed.uid()))
                .isEmpty());
  }

  private static PodCliqueSet withRecords(PodCliqueSet set, UnaryOperator<ReplicaDeletion> change) {
    return set.withStatus(
        PodCliqueSetStatusBuilder.builder(set.statusOrEmpty())
            .replicaDeletions(set.statusOrEmpty().replicaDeletions().stream().map(change).toList())
            .build());
  }

  /** Sees a PodClique with another history than its own. */
  static Planner<PodClique> withHistory(
      Planner<PodClique> planner,
      BiFunction<PodClique, PodCliqueStatusBuilder, PodCliqueStatusBuilder> change) {
    return (snapshot, now) ->
        planner.plan(
            snapshot.mapPrimary(clique ->
                clique.getStatus() == null
                    ? clique
                    : with(
                        clique,
                        change
                            .apply(clique, PodCliqueStatusBuilder.builder(clique.statusOrEmpty()))
                            .build())),
            now);
  }

  /** Counts no delay from before the first decision of its process. */
  static <P extends HasMetadata> Planner<P> forgetful(Planner<P> planner) {
    AtomicReference<Instant> start = new AtomicReference<>(Instant.MAX);
    return (snapshot, now) -> {
      start.compareAndSet(Instant.MAX, now);
      return planner.plan(
          withBreaches(snapshot, condition -> notBefore(condition, start.get())), now);
    };
  }

  private static Condition notBefore(Condition condition, Instant start) {
    return Instant.parse(condition.getLastTransitionTime()).isBefore(start)
        ? new ConditionBuilder(condition).withLastTransitionTime(start.toString()).build()
        : condition;
  }

  /** Takes what its own status tells of a breach that is still to come for what is so. */
  static <P extends HasMetadata> Planner<P> untroubledByTheFuture(Planner<P> planner) {
    return (snapshot, now) ->
        planner.plan(snapshot.mapPrimary(primary -> withoutFuture(primary, now)), now);
  }

  @SuppressWarnings("unchecked") // the copy has the type of the original
  private static <P extends HasMetadata> P withoutFuture(P primary, Instant now) {
    return (P)
        withBreach(
            primary,
            condition ->
                Instant.parse(condition.getLastTransitionTime()).isAfter(now)
                    ? new ConditionBuilder(condition)
                        .withLastTransitionTime(now.truncatedTo(ChronoUnit.SECONDS).toString())
                        .build()
                    : condition);
  }

  /** Asks for no look at a later time, but for a status that waits to be written. */
  static <P extends HasMetadata> Planner<P> timeless(Planner<P> planner) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      return plan.pending() != null
          ? plan
          : new Plan(plan.actions(), plan.events(), null, plan.pending(), plan.refuted());
    };
  }

  /** Takes what is being updated for breached. */
  static <P extends HasMetadata> Planner<P> blindToUpdates(Planner<P> planner) {
    return (snapshot, now) ->
        planner.plan(
            withBreaches(
                looking(
                    snapshot,
                    Observed.of(
                        snapshot.observed().all().map(object -> updated(object, now)).toList()),
                    snapshot.live()),
                condition ->
                    condition.getStatus().equals("Unknown")
                        ? new ConditionBuilder(condition).withStatus("True").build()
                        : condition),
            now);
  }

  private static HasMetadata updated(HasMetadata object, Instant now) {
    return switch (object) {
      case PodClique clique when clique.statusOrEmpty().updateProgress() != null ->
          with(
              clique,
              PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
                  .updateProgress(
                      PodCliqueUpdateProgressBuilder.builder(
                              clique.statusOrEmpty().updateProgress())
                          .updateEndedAt(now)
                          .build())
                  .build());
      case PodCliqueScalingGroup group when group.statusOrEmpty().updateProgress() != null ->
          with(
              group,
              PodCliqueScalingGroupStatusBuilder.builder(group.statusOrEmpty())
                  .updateProgress(
                      PodCliqueScalingGroupUpdateProgressBuilder.builder(
                              group.statusOrEmpty().updateProgress())
                          .updateEndedAt(now)
                          .build())
                  .build());
      default -> object;
    };
  }

  private static <P extends HasMetadata> Snapshot<P> withBreaches(
      Snapshot<P> snapshot, UnaryOperator<Condition> change) {
    List<HasMetadata> objects =
        snapshot.observed().all().map(object -> withBreach(object, change)).toList();
    return looking(snapshot, Observed.of(objects), snapshot.live());
  }

  private static HasMetadata withBreach(HasMetadata object, UnaryOperator<Condition> change) {
    return switch (object) {
      case PodClique clique ->
          with(
              clique,
              PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
                  .conditions(changed(clique.statusOrEmpty().conditions(), change))
                  .build());
      case PodCliqueScalingGroup group ->
          with(
              group,
              PodCliqueScalingGroupStatusBuilder.builder(group.statusOrEmpty())
                  .conditions(changed(group.statusOrEmpty().conditions(), change))
                  .build());
      default -> object;
    };
  }

  private static List<Condition> changed(
      List<Condition> conditions, UnaryOperator<Condition> change) {
    return conditions.stream()
        .map(condition ->
            condition.getType().equals(ConditionTypes.MIN_AVAILABLE_BREACHED)
                ? change.apply(condition)
                : condition)
        .toList();
  }

  private static PodClique with(PodClique clique, PodCliqueStatus status) {
    return clique.withStatus(status);
  }

  private static PodCliqueScalingGroup with(
      PodCliqueScalingGroup group, PodCliqueScalingGroupStatus status) {
    return group.withStatus(status);
  }

  /** A snapshot in which these other objects are in view and this was read. */
  static <P extends HasMetadata> Snapshot<P> looking(
      Snapshot<P> snapshot, Observed observed, Set<LiveRead> live) {
    return looking(snapshot, observed, live, snapshot.readLive());
  }

  private static <P extends HasMetadata> Snapshot<P> looking(
      Snapshot<P> snapshot, Observed observed, Set<LiveRead> live, Set<LiveRead> readLive) {
    return SnapshotBuilder.builder(snapshot)
        .observed(observed)
        .live(live)
        .readLive(readLive)
        .build();
  }
}
