package dev.coppice.core.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.child.Leftovers;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.reconcile.Action;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Pods of a dead PodClique of the same name, which garbage collection has not found yet. They hold
 * the indices and host names of the new one's pods.
 */
final class DanglingPods {

  private DanglingPods() {}

  /** The ones that nobody has asked to go yet. */
  static List<Pod> of(PodClique clique, Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> carriesName(pod, clique.getMetadata().getName()))
        .filter(pod -> Leftovers.isLeftover(pod, clique))
        .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
        .toList();
  }

  /** Deletes them as they were seen: meanwhile one may have been let go by its dead owner. */
  static Stream<Action> deleted(List<Pod> dangling) {
    return dangling.stream().map(pod -> Action.Delete.asSeen(pod, PodPurposes.DELETE_POD));
  }

  private static boolean carriesName(Pod pod, String podClique) {
    return pod.getMetadata().getLabels() != null
        && podClique.equals(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE));
  }
}
