package dev.coppice.simulator;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.OperatorCode;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Bugs that an operator like ours is likely to have. A simulator that does not find them is none.
 */
public enum PlantedBug {

  /** Pod indices are taken from what the watch has told, without the operator's own writes. */
  INDEX_FROM_STALE_CACHE {
    @Override
    public Subject subject() {
      return code(OperatorCode.production().withoutOwnWrites());
    }
  },

  /** Whatever bears the name is deleted. */
  DELETE_WITHOUT_UID {
    @Override
    public Subject subject() {
      return calls(
          (cluster, action) -> answer(action, cluster.apply(PlantedCalls.byName(cluster, action))));
    }
  },

  /** A status is written over whatever status stands there. */
  STATUS_WITHOUT_RESOURCE_VERSION {
    @Override
    public Subject subject() {
      return calls((cluster, action) ->
          answer(action, cluster.apply(PlantedCalls.unlocked(cluster, action))));
    }
  },

  /** A base gang that is not there holds nobody back. */
  GATE_REMOVED_ON_MISSING_BASE_GANG {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production()
              .mapCliques(level -> level.mapPlanner(PlantedViews::withoutBaseWhereNoneIs)));
    }
  },

  /** Pods of a dead namesake are not looked at. */
  POD_CREATED_BESIDE_THOSE_OF_THE_DEAD {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production().mapCliques(level -> level.mapPlanner(PlantedViews::ofOwnPods)));
    }
  },

  /** A PodClique is not woken by the PodCliques that must start before it. */
  SIBLINGS_DO_NOT_WAKE {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production()
              .mapCliques(level -> level.mapWatches(PlantedViews::deafToSiblings)));
    }
  },

  /** A teardown is recorded on what the caches say. */
  TEARDOWN_WITHOUT_LIVE_READ {
    @Override
    public Subject subject() {
      return sets(PlantedTermination::withoutLiveRead);
    }
  },

  /** What is stored of a breach is believed, whatever the pods say. */
  STORED_CONDITION_BELIEVED {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production()
              .mapSets(level -> level.mapPlanner(PlantedTermination::blindToPods))
              .mapGroups(level -> level.mapPlanner(PlantedTermination::blindToPods)));
    }
  },

  /** A teardown begins with its deletes. */
  DELETE_BEFORE_RECORD {
    @Override
    public Subject subject() {
      return sets(PlantedTermination::deletingFirst);
    }
  },

  /** A teardown leaves out a PodClique of its replica. */
  PART_OF_A_REPLICA_TORN_DOWN {
    @Override
    public Subject subject() {
      return sets(PlantedTermination::recordingAPart);
    }
  },

  /** A replica is made again when the first of its PodCliques is gone. */
  MADE_AGAIN_TOO_EARLY {
    @Override
    public Subject subject() {
      return sets(PlantedTermination::makingAgainTooEarly);
    }
  },

  /** A teardown deletes a PodClique that was scaled since it was recorded. */
  SCALE_LOST_IN_A_TEARDOWN {
    @Override
    public Subject subject() {
      return calls((cluster, action) -> answer(action, cluster.apply(PlantedCalls.asItIs(action))));
    }
  },

  /** A PodClique that has no Ready pod counts as one that never had any. */
  AVAILABILITY_FORGOTTEN {
    @Override
    public Subject subject() {
      return cliques(planner ->
          PlantedTermination.withHistory(
              planner,
              (_, status) ->
                  status.wasAvailable(status.wasAvailable() && status.readyReplicas() > 0)));
    }
  },

  /** A PodClique that was never available counts as breached. */
  NEVER_AVAILABLE_TORN_DOWN {
    @Override
    public Subject subject() {
      return cliques(planner ->
          PlantedTermination.withHistory(planner, (_, status) -> status.wasAvailable(true)));
    }
  },

  /** A PodClique that is asked for more counts as breached until it has them. */
  SCALE_TAKEN_FOR_A_LOSS {
    @Override
    public Subject subject() {
      return cliques(planner ->
          PlantedTermination.withHistory(
              planner, (clique, status) -> status.metMinimum(MinAvailable.of(clique))));
    }
  },

  /** A delay begins anew with each process. */
  DELAY_FROM_THE_START_OF_THE_PROCESS {
    @Override
    public Subject subject() {
      return new Subject(
          () ->
              OperatorCode.production()
                  .mapSets(level -> level.mapPlanner(PlantedTermination::forgetful))
                  .mapGroups(level -> level.mapPlanner(PlantedTermination::forgetful)),
          ClusterModel::apply);
    }
  },

  /** What an update takes down counts as breached. */
  TORN_DOWN_IN_AN_UPDATE {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production()
              .mapSets(level -> level.mapPlanner(PlantedTermination::blindToUpdates))
              .mapGroups(level -> level.mapPlanner(PlantedTermination::blindToUpdates)));
    }
  },

  /** An update takes the last that serves. */
  LAST_TAKEN {
    @Override
    public Subject subject() {
      return cliques(PlantedUpdate::regardless);
    }
  },

  /** A PodClique that has lost its pods counts as ahead of them. */
  AHEAD_INFERRED_FROM_NO_PODS {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production().mapGroups(level -> level.mapPlanner(PlantedUpdate::hasty)));
    }
  },

  /** What was taken is waited for, also when another pod has its place. */
  SLOT_KEPT {
    @Override
    public Subject subject() {
      return cliques(PlantedUpdate::stubborn);
    }
  },

  /** What was taken for an update is forgotten. */
  TAKEN_AND_FORGOTTEN {
    @Override
    public Subject subject() {
      return cliques(PlantedUpdate::forgetful);
    }
  },

  /** What was taken for an update is refilled as any other index. */
  REPLACED_INDEX_NOT_REFILLED {
    @Override
    public Subject subject() {
      return cliques(PlantedUpdate::refillingTheLowest);
    }
  },

  /** Under OnDelete a lost pod comes back at once, of whatever template its PodClique has. */
  OLD_TEMPLATE_UNDER_ON_DELETE {
    @Override
    public Subject subject() {
      return cliques(PlantedUpdate::impatient);
    }
  },

  /** Under OnDelete a lost pod comes back at once, of the template of the set in view. */
  SET_NOT_ASKED_UNDER_ON_DELETE {
    @Override
    public Subject subject() {
      return cliques(PlantedUpdate::incurious);
    }
  },

  /** A reconcile forgets from round to round that it has scaled in. */
  SCALE_IN_FORGOTTEN {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production()
              .mapGroups(level -> level.mapPlanner(PlantedUpdate::absentMinded))
              .mapCliques(level -> level.mapPlanner(PlantedUpdate::absentMinded)));
    }
  },

  /** A pod that is older than the update counts as outdated, whatever it is made from. */
  AGE_TAKEN_FOR_A_TEMPLATE {
    @Override
    public Subject subject() {
      return cliques(PlantedUpdate::judgingByAge);
    }
  },

  /** A template is used without a trial. */
  UNTRIED_TEMPLATE {
    @Override
    public Subject subject() {
      return Subject.production();
    }
  },

  /** A group updates whatever the strategy says. */
  UPDATED_UNDER_ON_DELETE {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production().mapGroups(level -> level.mapPlanner(PlantedUpdate::rolling)));
    }
  },

  /** Pods are made from the template that the process saw first. */
  TEMPLATE_KEPT_IN_MEMORY {
    @Override
    public Subject subject() {
      return new Subject(
          () ->
              OperatorCode.production()
                  .mapCliques(level -> level.mapPlanner(PlantedUpdate::unmoved)),
          ClusterModel::apply);
    }
  },

  /** Whatever is not ours goes from the labels of what a level owns. */
  FOREIGN_LABEL_FOUGHT {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production()
              .mapSets(level -> level.mapPlanner(PlantedMarks::removed))
              .mapGroups(level -> level.mapPlanner(PlantedMarks::removed)));
    }
  },

  /** A breach that is told to begin in some years is waited for as it is. */
  FUTURE_BREACH_BELIEVED {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production()
              .mapGroups(level -> level.mapPlanner(PlantedTermination::untroubledByTheFuture))
              .mapCliques(level -> level.mapPlanner(PlantedTermination::untroubledByTheFuture)));
    }
  },

  /** What an earlier set of the same name has left is waited for. */
  LEFTOVER_WAITED_FOR {
    @Override
    public Subject subject() {
      return sets(PlantedViews::waitingForLeftovers);
    }
  },

  /** Nobody looks again when a delay is over. */
  DELAY_NOT_WAITED_FOR {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.production()
              .mapSets(level -> level.mapPlanner(PlantedTermination::timeless))
              .mapGroups(level -> level.mapPlanner(PlantedTermination::timeless)));
    }
  },

  /** Where the stock scheduler places gangs, pods are made as if it did not. */
  POD_MADE_WITHOUT_ITS_PLACEMENT {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.withNativeGangs().mapCliques(_ -> OperatorCode.production().cliques()));
    }
  },

  /** A gang is recorded as placed when its pods are made. */
  RECORDED_AS_PLACED_TOO_EARLY {
    @Override
    public Subject subject() {
      return gangs(PlantedGangs::takingPodsForPlaced);
    }
  },

  /** A placement that lost a member stays beside the one that takes its place. */
  PLACEMENT_NOT_GIVEN_UP {
    @Override
    public Subject subject() {
      return gangs(PlantedGangs::givingNothingUp);
    }
  },

  /** A scaled gang may be placed before its base gang. */
  RELEASED_OUT_OF_TURN {
    @Override
    public Subject subject() {
      return gangs(PlantedGangs::impatient);
    }
  },

  /** Pods that wait for a placement that was given up go on waiting. */
  MISPLACED_POD_KEPT {
    @Override
    public Subject subject() {
      return code(
          OperatorCode.withNativeGangs()
              .mapCliques(level -> level.mapPlanner(PlantedGangs::keepingWhatWaits)));
    }
  };

  /** The operator with this bug. */
  public abstract Subject subject();

  private static Subject code(OperatorCode code) {
    return new Subject(() -> code, ClusterModel::apply);
  }

  private static Subject sets(UnaryOperator<Planner<PodCliqueSet>> change) {
    return code(OperatorCode.production().mapSets(level -> level.mapPlanner(change)));
  }

  private static Subject gangs(UnaryOperator<Planner<PodCliqueSet>> change) {
    return code(OperatorCode.withNativeGangs().mapSets(level -> level.mapPlanner(change)));
  }

  private static Subject cliques(UnaryOperator<Planner<PodClique>> change) {
    return code(OperatorCode.production().mapCliques(level -> level.mapPlanner(change)));
  }

  private static Subject calls(BiFunction<ClusterModel, Action, Answer> calls) {
    return new Subject(Subject.production().code(), calls);
  }

  private static Answer answer(Action asked, Answer made) {
    return new Answer(asked, made.outcome());
  }
}
