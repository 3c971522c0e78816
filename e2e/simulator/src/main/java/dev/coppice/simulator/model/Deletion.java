package dev.coppice.simulator.model;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How long objects take to go, and what goes with them. */
final class Deletion {

  private static final long DEFAULT_GRACE_SECONDS = 30;

  private Deletion() {}

  // A pod without a node, or with its containers ended, has nothing to wait for.
  static long graceSeconds(HasMetadata object) {
    if (!(object instanceof Pod pod) || pod.getSpec().getNodeName() == null || hasEnded(pod)) {
      return 0;
    }
    Long seconds = pod.getSpec().getTerminationGracePeriodSeconds();
    return seconds == null ? DEFAULT_GRACE_SECONDS : seconds;
  }

  /** Whether a pod's containers have all ended for good. */
  static boolean hasEnded(Pod pod) {
    return pod.getStatus() != null
        && Set.of("Failed", "Succeeded").contains(String.valueOf(pod.getStatus().getPhase()));
  }

  /** Objects that had this owner and have none left. */
  static List<HasMetadata> orphansOf(HasMetadata gone, Collection<HasMetadata> left) {
    String uid = gone.getMetadata().getUid();
    List<HasMetadata> dependents =
        left.stream()
            .filter(object -> owners(object).stream().anyMatch(o -> o.getUid().equals(uid)))
            .toList();
    return dependents.isEmpty() ? List.of() : orphans(dependents, uids(left));
  }

  /** Objects that have owners of which none exists. */
  static List<HasMetadata> orphans(Collection<HasMetadata> objects) {
    return orphans(objects, uids(objects));
  }

  private static List<HasMetadata> orphans(Collection<HasMetadata> objects, Set<String> living) {
    return objects.stream()
        .filter(object -> !owners(object).isEmpty())
        .filter(object -> owners(object).stream().noneMatch(o -> living.contains(o.getUid())))
        .toList();
  }

  private static List<OwnerReference> owners(HasMetadata object) {
    return object.getMetadata().getOwnerReferences();
  }

  private static Set<String> uids(Collection<HasMetadata> objects) {
    return objects.stream()
        .map(object -> object.getMetadata().getUid())
        .collect(Collectors.toSet());
  }
}
