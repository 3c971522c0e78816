package dev.coppice.core.clique;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Observed;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Optional;

/**
 * The set that a PodClique belongs to: its controller, or the controller of its scaling group.
 * Names are used again after a deletion, so every step goes by UID, and a clique whose group is not
 * in view belongs to no set that anybody knows of.
 */
final class OwnSet {

  private OwnSet() {}

  /** The set, if it is in view. */
  static Optional<PodCliqueSet> of(PodClique clique, Observed observed) {
    return uid(clique, observed)
        .flatMap(uid ->
            observed
                .all(PodCliqueSet.class)
                .filter(set -> uid.equals(set.getMetadata().getUid()))
                .findFirst());
  }

  /** The set's UID, whether or not the set itself is in view. */
  static Optional<String> uid(PodClique clique, Observed observed) {
    return Ownership.controller(clique)
        .flatMap(controller ->
            controller.getKind().equals("PodCliqueScalingGroup")
                ? groupController(controller.getUid(), observed)
                : Optional.of(controller))
        .map(OwnerReference::getUid);
  }

  private static Optional<OwnerReference> groupController(String uid, Observed observed) {
    return observed
        .all(PodCliqueScalingGroup.class)
        .filter(group -> uid.equals(group.getMetadata().getUid()))
        .findFirst()
        .flatMap(Ownership::controller);
  }
}
