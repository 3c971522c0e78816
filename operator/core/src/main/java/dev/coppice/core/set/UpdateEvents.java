package dev.coppice.core.set;

import dev.coppice.api.EventReasons;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.update.UpdateOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is told of an update: that it begins, to which replica it comes, and that it is over. */
final class UpdateEvents {

  private UpdateEvents() {}

  /** The events that go with the status that is about to be written. */
  static List<PlannedEvent> of(
      PodCliqueSet set, @Nullable PodCliqueSetUpdateProgress before, PodCliqueSetStatus after) {
    PodCliqueSetUpdateProgress now = after.updateProgress();
    if (now == null) {
      return List.of();
    }
    boolean onDelete = UpdateOrder.isOnDelete(set.getSpec());
    List<PlannedEvent> events = new ArrayList<>();
    if (isStart(before, now)) {
      events.add(
          event(
              EventReasons.UPDATE_STARTED,
              "update to templates " + after.currentGenerationHash() + how(onDelete)));
    }
    now.currentlyUpdating().stream()
        .map(ReplicaUpdateProgress::replicaIndex)
        .filter(replica -> !isUpdating(before, replica))
        .forEach(replica ->
            events.add(
                event(
                    EventReasons.REPLICA_UPDATE_STARTED,
                    "replica %d is updated, %d of %d are already"
                        .formatted(replica, after.updatedReplicas(), set.getSpec().replicas()))));
    if (isEnd(before, now) && !(onDelete && isStart(before, now))) {
      events.add(
          event(
              EventReasons.UPDATE_ENDED,
              "%d of %d replicas are at templates %s%s"
                  .formatted(
                      after.updatedReplicas(),
                      set.getSpec().replicas(),
                      after.currentGenerationHash(),
                      onDelete ? ", pods of others stay until they are deleted" : "")));
    }
    return events;
  }

  private static String how(boolean onDelete) {
    return onDelete
        ? ": pods of old ones stay until they are deleted"
        : ": one replica after the other";
  }

  private static boolean isStart(
      @Nullable PodCliqueSetUpdateProgress before, PodCliqueSetUpdateProgress now) {
    Instant known = before == null ? null : before.updateStartedAt();
    return !Objects.equals(known, now.updateStartedAt());
  }

  private static boolean isEnd(
      @Nullable PodCliqueSetUpdateProgress before, PodCliqueSetUpdateProgress now) {
    boolean open = before == null || before.updateEndedAt() == null || isStart(before, now);
    return open && now.updateEndedAt() != null;
  }

  private static boolean isUpdating(@Nullable PodCliqueSetUpdateProgress before, int replica) {
    return before != null
        && before.currentlyUpdating().stream().anyMatch(slot -> slot.replicaIndex() == replica);
  }

  private static PlannedEvent event(String reason, String note) {
    return new PlannedEvent(false, reason, note);
  }
}
