package dev.coppice.core.clique;

import dev.coppice.api.Annotations;
import dev.coppice.core.placement.Placing;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.scheduler.SchedulerBackend;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pods without a node that will get none as they are: they were made for a placement that was given
 * up for another one, or is over; or they stand in the place of a member that it lacks.
 */
final class MisplacedPods {

  private MisplacedPods() {}

  /** Deletes them, so that they are made anew. One that has got a node meanwhile stays. */
  static Stream<Action> deleted(CliqueView view, SchedulerBackend scheduler) {
    return scheduler.placesOnce()
        ? view.gang().flatMap(gang -> Placing.of(gang, view.clique())).stream()
            .flatMap(placing ->
                Stream.concat(
                        view.live().stream()
                            .filter(pod -> !pod.assigned())
                            .filter(pod -> isMisplaced(pod, placing)),
                        inTheWay(view, placing))
                    .distinct()
                    .map(pod -> Action.Delete.asSeen(pod.pod(), PodPurposes.DELETE_POD)))
        : Stream.empty();
  }

  // Members have the lowest indices, and all of them have to be there: a pod at another one gives
  // way when no pod would be made otherwise.
  private static Stream<PodState> inTheWay(CliqueView view, Placing placing) {
    List<PodState> live = view.live();
    List<PodState> beyond = live.stream().filter(pod -> pod.index() >= placing.members()).toList();
    int missing = placing.members() - (live.size() - beyond.size());
    int free = Math.max(0, view.replicas() - live.size());
    return placing.placement().placed() || !new CliqueUpdate(view).replacing().isEmpty()
        ? Stream.empty()
        : beyond.stream()
            .filter(pod -> !pod.assigned())
            .sorted(Comparator.comparingInt(PodState::index).reversed())
            .limit(Math.max(0, missing - free));
  }

  // By what it was made for: what a policy has made of it, it would make of the next one as well.
  private static boolean isMisplaced(PodState pod, Placing placing) {
    Map<String, String> annotations = pod.pod().getMetadata().getAnnotations();
    String placement = annotations == null ? null : annotations.get(Annotations.PLACEMENT);
    return !placing.join(pod.index()).equals(Optional.ofNullable(placement));
  }
}
