package dev.coppice.core.clique;

import dev.coppice.core.placement.Placing;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.scheduler.SchedulerBackend;
import java.util.stream.Stream;

/**
 * Pods without a node that will get none as they are: the placement that they name, or do not name,
 * was given up for another one, or is over.
 */
final class MisplacedPods {

  private MisplacedPods() {}

  /** Deletes them, so that they are made anew. One that has got a node meanwhile stays. */
  static Stream<Action> deleted(CliqueView view, SchedulerBackend scheduler) {
    return scheduler.placesOnce()
        ? view.gang().flatMap(gang -> Placing.of(gang, view.clique())).stream()
            .flatMap(placing ->
                view.live().stream()
                    .filter(pod -> !pod.assigned() && isMisplaced(pod, placing, scheduler))
                    .map(pod -> Action.Delete.asSeen(pod.pod(), PodPurposes.DELETE_POD)))
        : Stream.empty();
  }

  private static boolean isMisplaced(PodState pod, Placing placing, SchedulerBackend scheduler) {
    return !placing.join(pod.index()).equals(scheduler.placementOf(pod.pod()));
  }
}
