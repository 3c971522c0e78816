package dev.coppice.core.clique;

import static java.util.Objects.requireNonNull;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.template.ScaleUnits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is done to pods that are not as their clique would make them. */
final class OutdatedPods {

  private static final String LABELS = "/metadata/labels";
  private static final String HASH = Pointer.child(LABELS, Labels.POD_TEMPLATE_HASH);

  /** By what the replicas of sets and of scaling groups find their pods. */
  private static final List<String> OF_REPLICA =
      List.of(Labels.SET_REPLICA_INDEX, Labels.SCALING_GROUP, Labels.SCALING_GROUP_REPLICA_INDEX);

  private OutdatedPods() {}

  /** Gives those our hash that are outdated by name only. */
  static Stream<Action> adopted(List<PodState> pods) {
    return pods.stream().filter(PodState::isToBeRelabelled).map(OutdatedPods::relabel);
  }

  /** Marks those that an autoscaler counts, whichever those were when they were made. */
  static Stream<Action> marked(PodCliqueSet set, PodClique clique, List<PodState> pods) {
    return pods.stream()
        .flatMap(pod -> marked(pod, ScaleUnits.marks(set, clique, pod.index())).stream());
  }

  private static Optional<Action> marked(PodState pod, Set<String> wanted) {
    JsonPatch patch = JsonPatch.create();
    ScaleUnits.MARKS.stream()
        .sorted()
        .forEach(mark -> sync(patch, pod, mark, wanted.contains(mark) ? ScaleUnits.MARKED : null));
    return patched(pod, patch, PodPurposes.MARK_SCALE_UNIT);
  }

  /**
   * Gives those back what they are found by. One that somebody takes from view by its labels keeps
   * its name, so that nothing can be made in its place.
   */
  static Stream<Action> foundAgain(PodCliqueSet set, PodClique clique, List<PodState> pods) {
    return pods.stream().flatMap(pod -> foundAgain(pod, set, clique).stream());
  }

  private static Optional<Action> foundAgain(PodState pod, PodCliqueSet set, PodClique clique) {
    JsonPatch patch = JsonPatch.create();
    if (pod.pod().getMetadata().getLabels().isEmpty()) {
      patch.testAbsent(LABELS).add(LABELS, Map.of());
    }
    sync(patch, pod, Labels.MANAGED_BY, Labels.MANAGER);
    sync(patch, pod, Labels.PART_OF, set.getMetadata().getName());
    sync(patch, pod, Labels.POD_CLIQUE, clique.getMetadata().getName());
    OF_REPLICA.forEach(label ->
        Relatives.label(clique, label).ifPresent(wanted -> sync(patch, pod, label, wanted)));
    return patched(pod, patch, PodPurposes.LABEL);
  }

  private static void sync(JsonPatch patch, PodState pod, String label, @Nullable String wanted) {
    patch.sync(
        Pointer.child(LABELS, label), Relatives.label(pod.pod(), label).orElse(null), wanted);
  }

  private static Optional<Action> patched(PodState pod, JsonPatch patch, Purpose purpose) {
    return patch.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Action.Patch(
                ObjectKey.of(pod.pod()), pod.uid(), patch.operations(), null, purpose));
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
