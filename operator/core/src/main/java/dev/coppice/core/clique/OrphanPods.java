package dev.coppice.core.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.child.Orphans;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pods of the PodClique that nobody controls. They hold its indices and host names, so they are
 * taken back before any is counted or made.
 */
final class OrphanPods {

  private OrphanPods() {}

  /** All of them, terminating ones included. */
  static List<PodState> of(PodClique clique, Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> Relatives.names(pod, Labels.POD_CLIQUE, clique))
        .filter(pod ->
            Relatives.label(pod, Labels.PART_OF).equals(Relatives.label(clique, Labels.PART_OF)))
        .filter(pod -> Ownership.controller(pod).isEmpty())
        .map(PodState::of)
        .toList();
  }

  /** Takes those back that stay. A PodClique whose set is not there lets them be. */
  static Stream<Action> adopted(CliqueView view) {
    return adopted(view, view.orphans().stream().filter(pod -> !pod.terminating()));
  }

  /** The same of some of them. */
  static Stream<Action> adopted(CliqueView view, Stream<PodState> orphans) {
    return view.set().isEmpty()
        ? Stream.empty()
        : orphans
            .map(pod ->
                Orphans.adopt(
                    view.snapshot(),
                    view.snapshot().primary(),
                    pod.pod(),
                    JsonPatch.create(),
                    PodPurposes.ADOPT))
            .flatMap(Optional::stream);
  }
}
