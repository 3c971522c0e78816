package dev.coppice.simulator;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.scheduler.workload.NativeGangs;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** Mistakes with gangs that the stock scheduler places. */
final class PlantedGangs {

  private PlantedGangs() {}

  /** Holds every pod that is there for placed. */
  static Planner<PodCliqueSet> takingPodsForPlaced(Planner<PodCliqueSet> planner) {
    return (snapshot, now) ->
        planner.plan(
            PlantedTermination.looking(
                snapshot,
                Observed.of(snapshot.observed().all().map(PlantedGangs::placed).toList()),
                snapshot.live()),
            now);
  }

  private static HasMetadata placed(HasMetadata object) {
    if (!(object instanceof PodClique clique)) {
      return object;
    }
    PodCliqueStatus status = clique.statusOrEmpty();
    return clique.withStatus(
        PodCliqueStatusBuilder.builder(status).scheduledReplicas(status.replicas()).build());
  }

  /** Leaves what was recorded and waits where it is. */
  static Planner<PodCliqueSet> givingNothingUp(Planner<PodCliqueSet> planner) {
    return recording(planner, PlantedGangs::withWhatWaited);
  }

  private static PodGangStatus withWhatWaited(PodGangStatus before, PodGangStatus next) {
    Stream<GangPlacement> waiting =
        before.podGroups().stream()
            .filter(old -> !old.placed())
            .filter(old -> next.podGroups().stream().noneMatch(it -> it.name().equals(old.name())));
    return PodGangStatusBuilder.builder(next)
        .podGroups(Stream.concat(waiting, next.podGroups().stream()).toList())
        .build();
  }

  /** Lets every gang go at once. */
  static Planner<PodCliqueSet> impatient(Planner<PodCliqueSet> planner) {
    return recording(
        planner, (_, next) -> PodGangStatusBuilder.builder(next).released(true).build());
  }

  private static Planner<PodCliqueSet> recording(
      Planner<PodCliqueSet> planner, BinaryOperator<PodGangStatus> mistake) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      return PlantedTermination.with(
          plan,
          plan.actions().stream()
              .flatMap(action -> mistaken(action, snapshot.observed(), mistake).stream())
              .toList());
    };
  }

  private static Optional<Action> mistaken(
      Action action, Observed observed, BinaryOperator<PodGangStatus> mistake) {
    if (!(action instanceof Action.PutStatus put) || !(put.object() instanceof PodGang gang)) {
      return Optional.of(action);
    }
    PodGangStatus before =
        observed
            .get(PodGang.class, action.target().namespace(), action.target().name())
            .map(PodGang::statusOrEmpty)
            .orElse(PodGangStatus.EMPTY);
    PodGangStatus next = mistake.apply(before, gang.statusOrEmpty());
    return next.equals(before)
        ? Optional.empty()
        : Optional.of(new Action.PutStatus(gang.withStatus(next), put.intent(), put.purpose()));
  }

  /** Deletes no pod that waits for a placement. */
  static Planner<PodClique> keepingWhatWaits(Planner<PodClique> planner) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      List<Action> kept =
          plan.actions().stream()
              .filter(action ->
                  !(action instanceof Action.Delete) || !waits(action, snapshot.observed()))
              .toList();
      return PlantedTermination.with(plan, kept);
    };
  }

  private static boolean waits(Action delete, Observed observed) {
    return observed
        .get(Pod.class, delete.target().namespace(), delete.target().name())
        .filter(pod -> pod.getSpec().getNodeName() == null)
        .flatMap(NativeGangs::placementOf)
        .isPresent();
  }
}
