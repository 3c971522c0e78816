package dev.coppice.simulator.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.training.TrackedPods;
import dev.coppice.simulator.operator.OperatorCode;
import dev.coppice.simulator.training.TrainingWorld.Death;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That flows and rules of training jobs see what they are there for. */
class TrainingRulesTest {

  /** What could be wrong with the operator. */
  enum Mistake {
    /** Pods are made before those of the last attempt are gone. */
    BARRIER_NOT_WAITED_FOR,
    /** A pod is let go although nobody has written down how it ended. */
    LET_GO_TOO_EARLY,
    /** What is done is forgotten. */
    SUCCESS_FORGOTTEN,
    /** A failure of an earlier attempt counts in the next one. */
    OLD_FAILURE_COUNTED,
    /** What the operator has ended itself for a restart counts as a failure. */
    OWN_DELETION_COUNTED,
    /** The start is told anew. */
    START_MOVED;

    OperatorCode code() {
      OperatorCode code = OperatorCode.production().withTrackedPods();
      return switch (this) {
        case BARRIER_NOT_WAITED_FOR ->
            code.mapCliques(level -> level.mapPlanner(seeing(Mistake::released)));
        case LET_GO_TOO_EARLY -> code.mapCliques(level -> level.mapPlanner(Mistake::lettingGo));
        case SUCCESS_FORGOTTEN ->
            code.mapCliques(level -> level.mapPlanner(seeing(Mistake::withoutSuccess)));
        case OLD_FAILURE_COUNTED ->
            code.mapCliques(level -> level.mapPlanner(seeing(Mistake::inThisAttempt)));
        case OWN_DELETION_COUNTED ->
            code.mapCliques(level -> level.mapPlanner(Mistake::countingOwnDeletions));
        case START_MOVED -> code.mapSets(level -> level.mapPlanner(Mistake::forgettingTheStart));
      };
    }

    private static UnaryOperator<Planner<PodClique>> seeing(UnaryOperator<PodClique> mistaken) {
      return planner -> (snapshot, now) -> planner.plan(snapshot.mapPrimary(mistaken), now);
    }

    private static PodClique released(PodClique clique) {
      Map<String, String> annotations = new TreeMap<>(clique.getMetadata().getAnnotations());
      annotations.computeIfPresent(
          Annotations.ATTEMPT_RUN, (_, run) -> run.equals("false") ? "true" : run);
      PodClique mistaken = clique.withStatus(clique.statusOrEmpty());
      mistaken.setMetadata(
          new ObjectMetaBuilder(clique.getMetadata()).withAnnotations(annotations).build());
      return mistaken;
    }

    private static PodClique withoutSuccess(PodClique clique) {
      return changed(clique, builder -> builder.completedIndexes(null));
    }

    private static PodClique inThisAttempt(PodClique clique) {
      String attempt = clique.getMetadata().getAnnotations().get(Annotations.RESTART_ATTEMPT);
      return attempt == null || clique.getStatus() == null
          ? clique
          : changed(clique, builder -> builder.attempt(Integer.valueOf(attempt)));
    }

    private static PodClique changed(
        PodClique clique, UnaryOperator<PodCliqueStatusBuilder> change) {
      PodCliqueStatus status = clique.getStatus();
      return status == null
          ? clique
          : clique.withStatus(change.apply(PodCliqueStatusBuilder.builder(status)).build());
    }

    private static Planner<PodClique> countingOwnDeletions(Planner<PodClique> planner) {
      return (snapshot, now) -> {
        Map<String, String> told = snapshot.primary().getMetadata().getAnnotations();
        List<Pod> counted =
            snapshot
                .observed()
                .all(Pod.class)
                .filter(Ownership::isTerminating)
                .map(pod -> ofAttempt(pod, told.getOrDefault(Annotations.RESTART_ATTEMPT, "")))
                .toList();
        return planner.plan(snapshot.showing(counted), now);
      };
    }

    private static Pod ofAttempt(Pod pod, String attempt) {
      return new PodBuilder(pod)
          .editMetadata()
          .addToLabels(Labels.RESTART_ATTEMPT, attempt)
          .endMetadata()
          .build();
    }

    private static Planner<PodClique> lettingGo(Planner<PodClique> planner) {
      return (snapshot, now) -> {
        List<Action> early =
            snapshot
                .observed()
                .all(Pod.class)
                .filter(pod -> pod.getStatus() != null)
                .filter(pod ->
                    Stream.of("Succeeded", "Failed").anyMatch(pod.getStatus().getPhase()::equals))
                .flatMap(pod -> TrackedPods.release(pod).stream())
                .toList();
        return early.isEmpty()
            ? planner.plan(snapshot, now)
            : Plan.builder(snapshot.failures()).addAll(early).build();
      };
    }

    private static Planner<PodCliqueSet> forgettingTheStart(Planner<PodCliqueSet> planner) {
      return (snapshot, now) ->
          planner.plan(
              snapshot.mapPrimary(set ->
                  set.withStatus(
                      PodCliqueSetStatusBuilder.builder(set.statusOrEmpty())
                          .startTime(
                              set.statusOrEmpty().startTime() == null
                                  ? null
                                  : set.statusOrEmpty().startTime().plusSeconds(1))
                          .build())),
              now);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_mistake_is_found(Mistake mistake) {
    boolean found =
        Stream.of(TrainingFlow.values())
            .anyMatch(flow ->
                IntStream.of(0, 5, 12, 25).anyMatch(write -> isFound(flow, mistake, write)));

    assertThat(found).isTrue();
  }

  private static boolean isFound(TrainingFlow flow, Mistake mistake, int write) {
    try {
      flow.run(new TrainingWorld(new Death(write, true), mistake.code()));
      return false;
    } catch (AssertionError | RuntimeException e) {
      return true;
    }
  }
}
