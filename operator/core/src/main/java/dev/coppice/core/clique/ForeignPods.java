package dev.coppice.core.clique;

import dev.coppice.api.gang.PodGang;
import dev.coppice.core.gang.ForeignGangs;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodReferences;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pods of a clique that belong to PodGangs of another operator, which they leave only by going.
 *
 * @param gangs these PodGangs
 */
record ForeignPods(List<PodGang> gangs) {

  static ForeignPods of(CliqueView view) {
    return new ForeignPods(
        view.set()
            .map(set ->
                ForeignGangs.withGroup(
                    view.snapshot()
                        .observed()
                        .all(PodGang.class)
                        .filter(gang -> !Ownership.isTerminating(gang))
                        .filter(gang -> Ownership.isControlledBy(gang, set)),
                    view.name()))
            .orElse(List.of()));
  }

  /** What leaves in each of these PodGangs only those of the pods that still belong to it. */
  Stream<Action> restrictions(String podClique, List<PodState> live) {
    return gangs.stream()
        .map(gang ->
            PodReferences.restrict(
                gang,
                podClique,
                live.stream().filter(pod -> ForeignGangs.names(pod.pod(), gang)).toList()))
        .flatMap(Optional::stream);
  }

  /** Those of the pods that belong to none of these PodGangs. */
  List<PodState> others(List<PodState> live) {
    return live.stream()
        .filter(pod -> gangs.stream().noneMatch(gang -> ForeignGangs.names(pod.pod(), gang)))
        .toList();
  }
}
