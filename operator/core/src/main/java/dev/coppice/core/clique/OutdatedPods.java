package dev.coppice.core.clique;

import static java.util.Objects.requireNonNull;

import dev.coppice.api.Labels;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import java.util.List;
import java.util.stream.Stream;

/** What is done to pods whose hash is not that of their clique. */
final class OutdatedPods {

  private static final String HASH = Pointer.child("/metadata/labels", Labels.POD_TEMPLATE_HASH);

  private OutdatedPods() {}

  /** Gives those our hash that are outdated by name only. */
  static Stream<Action> adopted(List<PodState> pods) {
    return pods.stream().filter(PodState::isToBeRelabelled).map(OutdatedPods::relabel);
  }

  /** Deletes those that go for an update now. */
  static Stream<Action> deleted(CliqueUpdate update) {
    List<PodState> selected = update.selected();
    return Stream.concat(
            selected.stream(), update.idle().stream().filter(pod -> !selected.contains(pod)))
        .map(OutdatedPods::delete);
  }

  // One that was not Ready and has become so meanwhile is not to be lost.
  private static Action delete(PodState pod) {
    return pod.ready()
        ? Action.Delete.of(pod.pod(), PodPurposes.DELETE_OUTDATED_POD)
        : Action.Delete.asSeen(pod.pod(), PodPurposes.DELETE_OUTDATED_POD);
  }

  private static Action relabel(PodState pod) {
    return new Action.Patch(
        ObjectKey.of(pod.pod()),
        pod.uid(),
        JsonPatch.create().replace(HASH, requireNonNull(pod.templateHash())).operations(),
        null,
        PodPurposes.ADOPT);
  }
}
