package dev.coppice.core.gang;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodReferences;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pods of a clique that belong to PodGangs of another operator, which they leave only by going.
 *
 * @param gangs these PodGangs
 */
public record ForeignPods(List<PodGang> gangs) {

  /** Of a PodClique whose set is not there. */
  public static final ForeignPods NONE = new ForeignPods(List.of());

  public ForeignPods {
    gangs = List.copyOf(gangs);
  }

  /** Those of one PodClique of a set. */
  public static ForeignPods of(PodCliqueSet set, String podClique, Observed observed) {
    return new ForeignPods(
        ForeignGangs.withGroup(
            observed
                .all(PodGang.class)
                .filter(gang -> !Ownership.isTerminating(gang))
                .filter(gang -> Ownership.isControlledBy(gang, set)),
            podClique));
  }

  /** What leaves in each of these PodGangs only those of the pods that still belong to it. */
  public Stream<Action> restrictions(String podClique, List<PodState> live) {
    return gangs.stream()
        .map(gang ->
            PodReferences.restrict(
                gang,
                podClique,
                live.stream().filter(pod -> ForeignGangs.names(pod.pod(), gang)).toList()))
        .flatMap(Optional::stream);
  }

  /** Those of the pods that belong to none of these PodGangs. */
  public List<PodState> others(List<PodState> live) {
    return live.stream()
        .filter(pod -> gangs.stream().noneMatch(gang -> ForeignGangs.names(pod.pod(), gang)))
        .toList();
  }
}
