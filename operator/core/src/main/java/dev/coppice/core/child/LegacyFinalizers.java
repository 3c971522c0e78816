package dev.coppice.core.child;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * Takes away the finalizers that Grove's operator left, so that garbage collection alone can finish
 * a deletion.
 */
public final class LegacyFinalizers {

  private static final Purpose REMOVE =
      Purpose.unannounced("ERR_REMOVE_FINALIZER", "updated", "finalizer");

  private LegacyFinalizers() {}

  /** Plans the removal of one finalizer from an object that is being deleted. */
  public static Plan.Builder remove(HasMetadata object, String finalizer, Plan.Builder plan) {
    List<String> finalizers = object.getMetadata().getFinalizers();
    int index = finalizers.indexOf(finalizer);
    if (index >= 0) {
      String path = "/metadata/finalizers/" + index;
      plan.add(
          new Action.Patch(
              ObjectKey.of(object),
              object.getMetadata().getUid(),
              JsonPatch.create().test(path, finalizer).remove(path).operations(),
              null,
              REMOVE));
    }
    return plan;
  }
}
