package dev.coppice.core.clique;

import dev.coppice.api.Annotations;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.placement.Placing;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.workload.NativeGangs;
import io.fabric8.kubernetes.api.model.PodSpec;
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
                            .filter(pod -> isMisplaced(view, pod, placing)),
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

  /**
   * The placement of the clique that cannot come about, because pods that were made for another one
   * have nodes and stand in the place of its members. Its scheduler bound them when nobody knew yet
   * that their own placement was given up.
   *
   * @param pods those that count
   */
  static Optional<String> boundOutside(CliqueView view, Stream<PodState> pods) {
    return view.gang()
        .flatMap(gang -> Placing.of(gang, view.clique()))
        .filter(placing -> !placing.placement().placed())
        .filter(placing -> {
          List<PodState> foreign =
              pods.filter(pod -> pod.assigned() && !isOf(pod, placing)).toList();
          long beyond = foreign.stream().filter(pod -> pod.index() >= placing.members()).count();
          return beyond < foreign.size() || beyond > view.replicas() - placing.members();
        })
        .map(placing -> placing.placement().name());
  }

  /** Whether a pod was made for a placement and tells its scheduler another one, or none. */
  static boolean isToldOtherwise(CliqueView view, PodState pod) {
    return madeFor(pod).isPresent()
        && !madeFor(pod).equals(NativeGangs.placementOf(pod.pod()))
        && view.gang().flatMap(gang -> Placing.of(gang, view.clique())).isPresent();
  }

  private static boolean isOf(PodState pod, Placing placing) {
    return madeFor(pod).filter(placing.placement().name()::equals).isPresent();
  }

  // By what it was made for: what a policy has made of it, it would make of the next one as well.
  private static boolean isMisplaced(CliqueView view, PodState pod, Placing placing) {
    return !placing.join(pod.index()).equals(madeFor(pod)) || isKeptElsewhere(view, pod, placing);
  }

  // Its gang was there before it was placed anew.
  private static boolean isKeptElsewhere(CliqueView view, PodState pod, Placing placing) {
    String key = placing.placement().topologyKey();
    String kept = key == null ? null : selector(pod.pod().getSpec()).get(key);
    return kept != null
        && !selector(view.clique().getSpec().podSpec()).containsKey(key)
        && !kept.equals(placing.placement().domain());
  }

  private static Map<String, String> selector(PodSpec spec) {
    return Omitted.orEmpty(spec.getNodeSelector());
  }

  private static Optional<String> madeFor(PodState pod) {
    return Optional.ofNullable(pod.pod().getMetadata().getAnnotations())
        .map(annotations -> annotations.get(Annotations.PLACEMENT));
  }
}
