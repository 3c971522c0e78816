package dev.coppice.simulator;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Mistakes with labels of others. */
final class PlantedMarks {

  private static final Purpose PURPOSE =
      Purpose.unannounced("ERR_UNMARK", "labels", "labels of others");

  private PlantedMarks() {}

  /** Takes labels of others away, once there is nothing else to do. */
  static <P extends HasMetadata> Planner<P> removed(Planner<P> planner) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      return plan.isEmpty()
          ? PlantedTermination.with(
              plan, Plan.builder(snapshot).addAll(removals(snapshot)).build().actions())
          : plan;
    };
  }

  private static List<Action> removals(Snapshot<?> snapshot) {
    return snapshot
        .observed()
        .all()
        .filter(child -> Ownership.isControlledBy(child, snapshot.primary()))
        .filter(child -> child.getMetadata().getLabels().containsKey(Surroundings.MARK))
        .map(PlantedMarks::removal)
        .toList();
  }

  private static Action removal(HasMetadata child) {
    return new Action.Patch(
        ObjectKey.of(child),
        child.getMetadata().getUid(),
        JsonPatch.create()
            .remove(Pointer.child("/metadata/labels", Surroundings.MARK))
            .operations(),
        null,
        PURPOSE);
  }
}
