package dev.coppice.core.training;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.Finalizers;
import dev.coppice.api.Labels;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * The finalizer of a training job's pods: one that somebody deletes stays until it is written down
 * how it ended.
 */
public final class TrackedPods {

  private static final Purpose UNTRACK =
      Purpose.unannounced(ErrorCodes.UPDATE_POD, "released", "pod");

  private TrackedPods() {}

  /** The attempt that a pod belongs to; empty for pods that are not of a training job. */
  public static Optional<Integer> attempt(Pod pod) {
    return Relatives.label(pod, Labels.RESTART_ATTEMPT).flatMap(AttemptMark::attempt);
  }

  /** Whether a pod is kept. */
  public static boolean isTracked(Pod pod) {
    return finalizers(pod).contains(Finalizers.POD_TRACKING);
  }

  /** Lets a pod go; empty if nothing of ours keeps it. */
  public static Optional<Action> release(Pod pod) {
    int position = finalizers(pod).indexOf(Finalizers.POD_TRACKING);
    if (position < 0) {
      return Optional.empty();
    }
    String path = "/metadata/finalizers/" + position;
    return Optional.of(
        new Action.Patch(
            ObjectKey.of(pod),
            pod.getMetadata().getUid(),
            JsonPatch.create().test(path, Finalizers.POD_TRACKING).remove(path).operations(),
            null,
            UNTRACK));
  }

  private static List<String> finalizers(Pod pod) {
    List<String> finalizers = pod.getMetadata().getFinalizers();
    return finalizers == null ? List.of() : finalizers;
  }
}
