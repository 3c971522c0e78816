package dev.coppice.core.binding;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.topology.SchedulerTopologyStatus;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one scheduler knows of a topology.
 *
 * @param schedulerName the scheduler
 * @param topologyReference name of its object
 * @param kind kind of its object; empty where nobody knows
 * @param state what is in view of the object
 */
record SchedulerTopology(
    String schedulerName, String topologyReference, String kind, TopologyState state) {

  private static final Purpose CREATE =
      Purpose.unannounced(ErrorCodes.SYNC_SCHEDULER_TOPOLOGY, "created", "scheduler topology");
  private static final Purpose REPLACE =
      Purpose.unannounced(ErrorCodes.SYNC_SCHEDULER_TOPOLOGY, "deleted", "scheduler topology");

  private static final Purpose TRY =
      Purpose.unannounced(ErrorCodes.SYNC_SCHEDULER_TOPOLOGY, "tried", "scheduler topology");

  private static final Set<String> REFUSALS =
      Set.of(ErrorCodes.SYNC_SCHEDULER_TOPOLOGY, Snapshot.FOREIGN_OBJECT);

  /** What brings the object into shape; empty where it is, or is not the binding's. */
  Optional<Action> action() {
    return switch (state) {
      case TopologyState.ToMake(var object) -> Optional.of(new Action.Create(object, CREATE));
      // Nobody can have the old one back if the new one is refused.
      case TopologyState.ToReplace(var object, String uid, _, var trial, boolean isTried) ->
          Optional.of(
              isTried
                  ? new Action.Delete(object, uid, null, REPLACE)
                  : new Action.Read(List.of(trial), TRY));
      default -> Optional.empty();
    };
  }

  /** What the binding reports of it. */
  SchedulerTopologyStatus status(Failures failures) {
    return new SchedulerTopologyStatus(
        schedulerName, topologyReference, state.isInSync(), generation(), message(failures));
  }

  private @Nullable Long generation() {
    return switch (state) {
      case TopologyState.InSync(Long generation) -> generation;
      case TopologyState.Drifted(Long generation, _) -> generation;
      default -> null;
    };
  }

  private @Nullable String message(Failures failures) {
    String object = kind + " " + topologyReference;
    return switch (state) {
      case TopologyState.InSync _ -> null;
      case TopologyState.ToMake _ ->
          "%s cannot be created: %s".formatted(object, refusals(failures));
      case TopologyState.ToReplace(_, _, String difference, _, _) ->
          "%s %s, and cannot be replaced: %s".formatted(object, difference, refusals(failures));
      case TopologyState.Rewritten(String what) -> what;
      case TopologyState.Leaving() ->
          object + " is being deleted, and is made again when it is gone";
      case TopologyState.Foreign(String owner) ->
          ("%s exists and %s, so it is left as it is: delete it, or name it in"
                  + " spec.schedulerTopologyBindings")
              .formatted(object, owner);
      case TopologyState.Unreadable() -> object + " cannot be read, so it is left as it is";
      case TopologyState.Drifted(_, String difference) -> object + " " + difference;
      case TopologyState.Missing() -> "there is no " + object;
      case TopologyState.Unserved(String why) -> why;
      case TopologyState.Unknown(String why) -> why;
    };
  }

  // Empty where another call was refused that would have gone before.
  private static String refusals(Failures failures) {
    return failures.reasons().stream()
        .filter(failure -> REFUSALS.contains(failure.code()))
        .map(Failure::description)
        .collect(Collectors.joining("; "));
  }
}
