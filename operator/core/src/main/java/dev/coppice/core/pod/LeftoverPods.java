package dev.coppice.core.pod;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Ownership.Claim;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Pods of a dead PodClique of the same name, which garbage collection has not found yet. They hold
 * the indices and host names of the new one's pods.
 */
final class LeftoverPods {

  private LeftoverPods() {}

  /** The ones that nobody has asked to go yet. */
  static List<Pod> of(PodClique clique, Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> carriesName(pod, clique.getMetadata().getName()))
        .filter(pod -> !Ownership.isTerminating(pod))
        .filter(pod -> Ownership.claim(pod, clique) == Claim.LEAVING)
        .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
        .toList();
  }

  private static boolean carriesName(Pod pod, String podClique) {
    return pod.getMetadata().getLabels() != null
        && podClique.equals(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE));
  }
}
