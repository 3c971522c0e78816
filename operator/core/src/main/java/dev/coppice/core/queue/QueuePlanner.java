package dev.coppice.core.queue;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueStatus;
import dev.coppice.api.queue.QueueStatusBuilder;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.StatusWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reports what a queue has below it, what it takes, and what is wrong with it. A sum climbs one
 * level with each reconcile.
 */
public final class QueuePlanner implements Planner<Queue> {

  /** How long a change may stay unwritten: sums climb several levels within a second. */
  static final Duration INTERVAL = Duration.ofMillis(100);

  private static final Purpose WRITE =
      Purpose.unannounced(ErrorCodes.UPDATE_QUEUE_STATUS, "updated", "Queue status");

  @Override
  public Plan plan(Snapshot<Queue> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot);
    Queue queue = snapshot.primary();
    Optional<StatusWrite> awaited = StatusWrite.awaited(INTERVAL, snapshot.memory(), now);
    if (awaited.isPresent()) {
      // Whatever came since is in the sum that is written then.
      awaited.get().plan(plan, () -> {});
    } else if (!Ownership.isTerminating(queue)) {
      QueueStatus next = status(snapshot, now);
      StatusWrite.decide(
              !next.equals(queue.statusOrEmpty()), false, INTERVAL, snapshot.memory(), now)
          .plan(plan, () -> plan.add(patch(queue, next)));
    }
    return plan.build();
  }

  private static QueueStatus status(Snapshot<Queue> snapshot, Instant now) {
    Queue queue = snapshot.primary();
    String name = queue.getMetadata().getName();
    List<Queue> others = snapshot.observed().all(Queue.class).toList();
    QueueTree tree =
        QueueTree.of(Stream.concat(others.stream(), Stream.of(queue)).map(QueueNode::of).toList());
    if (isUnreadable(queue)) {
      // What was counted last stays.
      return QueueStatusBuilder.builder(queue.statusOrEmpty())
          .conditions(QueueConditions.of(queue, tree, now))
          .build();
    }
    List<String> children = tree.children(name);
    Set<String> circle = Set.copyOf(tree.cycle(name));
    Set<String> below = Set.copyOf(children);
    QueueUsage usage =
        QueueUsage.of(
            snapshot
                .observed()
                .all(PodGang.class)
                .filter(gang -> !Ownership.isTerminating(gang))
                .toList(),
            others.stream()
                .filter(other -> below.contains(other.getMetadata().getName()))
                // Around a circle a sum would grow for ever.
                .filter(other -> !circle.contains(other.getMetadata().getName()))
                .toList());
    return QueueStatusBuilder.builder(queue.statusOrEmpty())
        .conditions(QueueConditions.of(queue, tree, now))
        .childQueues(children)
        .requested(usage.requested().quantities())
        .allocated(usage.allocated().quantities())
        .allocatedNonPreemptible(usage.allocatedNonPreemptible().quantities())
        .build();
  }

  private static boolean isUnreadable(Queue queue) {
    return Unreadable.of(queue).isPresent();
  }

  private static Action patch(Queue queue, QueueStatus next) {
    JsonPatch patch =
        JsonPatch.create()
            .test("/metadata/resourceVersion", queue.getMetadata().getResourceVersion());
    QueueStatus seen = queue.getStatus();
    if (seen == null) {
      // Of what cannot be read nobody knows what stands there.
      (isUnreadable(queue) ? patch.testAbsent("/status") : patch).add("/status", next);
    } else {
      replace(patch, "conditions", seen.conditions(), next.conditions());
      replace(patch, "childQueues", seen.childQueues(), next.childQueues());
      replace(patch, "requested", seen.requested(), next.requested());
      replace(patch, "allocated", seen.allocated(), next.allocated());
      replace(
          patch,
          "allocatedNonPreemptible",
          seen.allocatedNonPreemptible(),
          next.allocatedNonPreemptible());
    }
    return new Action.Patch(
        ObjectKey.of(queue), queue.getMetadata().getUid(), patch.operations(), "status", WRITE);
  }

  private static void replace(JsonPatch patch, String field, Object seen, Object next) {
    if (!seen.equals(next)) {
      if (isEmpty(next)) {
        patch.remove("/status/" + field);
      } else {
        patch.add("/status/" + field, next);
      }
    }
  }

  private static boolean isEmpty(Object value) {
    return switch (value) {
      case Collection<?> list -> list.isEmpty();
      case Map<?, ?> map -> map.isEmpty();
      default -> false;
    };
  }
}
