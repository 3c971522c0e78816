package dev.coppice.simulator;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.clique.PodCliqueUpdateProgressBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.SnapshotBuilder;
import dev.coppice.simulator.rule.TemplateContent;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Mistakes in updates. */
final class PlantedUpdate {

  private PlantedUpdate() {}

  /** Does not remember which index was taken. */
  static Planner<PodClique> forgetful(Planner<PodClique> planner) {
    return (snapshot, now) -> planner.plan(snapshot.mapPrimary(PlantedUpdate::withoutTaken), now);
  }

  private static PodClique withoutTaken(PodClique clique) {
    PodCliqueUpdateProgress progress = clique.statusOrEmpty().updateProgress();
    if (progress == null) {
      return clique;
    }
    return clique.withStatus(
        PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
            .updateProgress(
                PodCliqueUpdateProgressBuilder.builder(progress)
                    .replacingIndexes(List.of())
                    .build())
            .build());
  }

  /** Takes pods as if none had to stay. */
  static Planner<PodClique> regardless(Planner<PodClique> planner) {
    return (snapshot, now) -> planner.plan(snapshot.mapPrimary(PlantedUpdate::withoutMinimum), now);
  }

  private static PodClique withoutMinimum(PodClique clique) {
    PodClique changed = new PodClique();
    changed.setMetadata(clique.getMetadata());
    changed.setSpec(PodCliqueSpecBuilder.builder(clique.getSpec()).minAvailable(0).build());
    changed.setStatus(clique.getStatus());
    return changed;
  }

  /** Takes PodCliques without pods for such whose pods are made from another template. */
  static Planner<PodCliqueScalingGroup> hasty(Planner<PodCliqueScalingGroup> planner) {
    return (snapshot, now) ->
        planner.plan(
            PlantedTermination.looking(
                snapshot,
                Observed.of(
                    snapshot
                        .observed()
                        .all()
                        .map(object -> withPodOfAnother(snapshot.observed(), object))
                        .toList()),
                snapshot.live()),
            now);
  }

  private static HasMetadata withPodOfAnother(Observed view, HasMetadata object) {
    return object instanceof PodClique clique
            && clique.getSpec().replicas() > 0
            && clique.statusOrEmpty().replicas() == 0
            && view.all(PodCliqueSet.class)
                .noneMatch(
                    set -> TemplateContent.of(set, clique).equals(TemplateContent.of(clique)))
        ? clique.withStatus(
            PodCliqueStatusBuilder.builder(clique.statusOrEmpty()).replicas(1).build())
        : object;
  }

  /** Waits for what was taken, however much serves beside it. */
  static Planner<PodClique> stubborn(Planner<PodClique> planner) {
    return (snapshot, now) -> planner.plan(snapshot.mapPrimary(PlantedUpdate::waiting), now);
  }

  private static PodClique waiting(PodClique clique) {
    PodCliqueUpdateProgress progress = clique.statusOrEmpty().updateProgress();
    return progress == null || progress.othersReady() == null
        ? clique
        : clique.withStatus(
            PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
                .updateProgress(
                    PodCliqueUpdateProgressBuilder.builder(progress)
                        .othersReady(Integer.MAX_VALUE)
                        .build())
                .build());
  }

  /** Fills the lowest free indices, whatever was taken. */
  static Planner<PodClique> refillingTheLowest(Planner<PodClique> planner) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      return isAnyCreated(plan)
          ? planner.plan(
              mapSets(snapshot, PlantedUpdate::atRest).mapPrimary(PlantedUpdate::withoutTaken), now)
          : plan;
    };
  }

  private static boolean isAnyCreated(Plan plan) {
    return plan.actions().stream().anyMatch(Action.Create.class::isInstance);
  }

  private static PodCliqueSet atRest(PodCliqueSet set) {
    return set.withStatus(
        PodCliqueSetStatusBuilder.builder(set.statusOrEmpty()).updateProgress(null).build());
  }

  /** Makes pods as if every strategy were the default. */
  static Planner<PodClique> impatient(Planner<PodClique> planner) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      Plan rash = planner.plan(mapSets(snapshot, set -> atRest(rolling(set))), now);
      return isAnyCreated(rash) ? rash : plan;
    };
  }

  /** Makes pods again without asking how their set stands. */
  static Planner<PodClique> incurious(Planner<PodClique> planner) {
    return (snapshot, now) -> {
      Set<LiveRead> asked = new HashSet<>(snapshot.live());
      snapshot
          .observed()
          .all(PodCliqueSet.class)
          .map(set -> new LiveRead.Get(ObjectKey.of(set)))
          .forEach(asked::add);
      return planner.plan(PlantedTermination.looking(snapshot, snapshot.observed(), asked), now);
    };
  }

  /** Knows in no round what was done in the one before. */
  static <P extends HasMetadata> Planner<P> absentMinded(Planner<P> planner) {
    return (snapshot, now) ->
        planner.plan(SnapshotBuilder.builder(snapshot).done(Set.of()).build(), now);
  }

  /** Takes every pod for outdated that is older than the update. */
  static Planner<PodClique> judgingByAge(Planner<PodClique> planner) {
    return (snapshot, now) -> {
      PodCliqueUpdateProgress progress = snapshot.primary().statusOrEmpty().updateProgress();
      Instant start = progress == null ? null : progress.updateStartedAt();
      return planner.plan(
          progress == null || start == null || progress.updateEndedAt() != null
              ? snapshot
              : PlantedTermination.looking(
                  snapshot,
                  Observed.of(
                      snapshot.observed().all().map(object -> outdated(object, start)).toList()),
                  snapshot.live()),
          now);
    };
  }

  private static HasMetadata outdated(HasMetadata object, Instant start) {
    if (!(object instanceof Pod pod)
        || !Instant.parse(pod.getMetadata().getCreationTimestamp()).isBefore(start)) {
      return object;
    }
    return new PodBuilder(pod)
        .editMetadata()
        .addToLabels(Labels.POD_TEMPLATE_HASH, "v1-old")
        .endMetadata()
        .build();
  }

  /** Makes pods from the template that their PodClique had when the process first saw it. */
  static Planner<PodClique> unmoved(Planner<PodClique> planner) {
    Map<String, PodClique> first = new HashMap<>();
    return (snapshot, now) ->
        planner.plan(
            snapshot.mapPrimary(clique ->
                withTemplateOf(
                    clique, first.computeIfAbsent(clique.getMetadata().getUid(), _ -> clique))),
            now);
  }

  private static PodClique withTemplateOf(PodClique clique, PodClique other) {
    PodClique changed = new PodClique();
    changed.setMetadata(
        new ObjectMetaBuilder(clique.getMetadata())
            .withLabels(other.getMetadata().getLabels())
            .withAnnotations(other.getMetadata().getAnnotations())
            .build());
    changed.setSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec()).podSpec(other.getSpec().podSpec()).build());
    changed.setStatus(clique.getStatus());
    return changed;
  }

  /** Takes every strategy for the default. */
  static Planner<PodCliqueScalingGroup> rolling(Planner<PodCliqueScalingGroup> planner) {
    return (snapshot, now) -> planner.plan(mapSets(snapshot, PlantedUpdate::rolling), now);
  }

  private static PodCliqueSet rolling(PodCliqueSet set) {
    return set.withSpec(
        PodCliqueSetSpecBuilder.builder(set.getSpec()).updateStrategy(null).build());
  }

  private static <P extends HasMetadata> Snapshot<P> mapSets(
      Snapshot<P> snapshot, UnaryOperator<PodCliqueSet> change) {
    return PlantedTermination.looking(
        snapshot,
        Observed.of(
            snapshot
                .observed()
                .all()
                .map(object -> object instanceof PodCliqueSet set ? change.apply(set) : object)
                .toList()),
        snapshot.live());
  }
}
