package dev.coppice.controllers.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Optional;

/** The PodCliques of one replica of a set, and which of them look at which. */
final class Siblings {

  private Siblings() {}

  /** The set that the PodClique belongs to. */
  static Optional<ResourceID> setOf(PodClique clique) {
    return label(clique, Labels.PART_OF)
        .map(set -> new ResourceID(set, clique.getMetadata().getNamespace()));
  }

  /** Whether the PodClique belongs to the set of that name. */
  static boolean isPartOf(PodClique clique, String set) {
    return label(clique, Labels.PART_OF).filter(set::equals).isPresent();
  }

  /** Whether two PodCliques are different ones of the same replica of a set. */
  static boolean areSiblings(PodClique one, PodClique other) {
    return sameLabel(one, other, Labels.PART_OF)
        && sameLabel(one, other, Labels.SET_REPLICA_INDEX)
        && !one.getMetadata().getName().equals(other.getMetadata().getName());
  }

  /**
   * Whether decisions about a PodClique read the status of this sibling: one that must have started
   * before it, or one in the base gang of its own, scaled gang.
   */
  static boolean looksAt(PodClique clique, PodClique sibling) {
    return clique.getSpec().startsAfter().contains(sibling.getMetadata().getName())
        || label(clique, Labels.BASE_POD_GANG)
            .filter(base -> label(sibling, Labels.POD_GANG).filter(base::equals).isPresent())
            .isPresent();
  }

  /** Whether a change of a PodClique can matter to those who look at it. */
  static boolean matters(PodClique now, PodClique before) {
    PodCliqueStatus after = now.statusOrEmpty();
    PodCliqueStatus old = before.statusOrEmpty();
    return after.readyReplicas() != old.readyReplicas()
        || after.scheduledReplicas() != old.scheduledReplicas()
        || now.isMarkedForDeletion() != before.isMarkedForDeletion()
        || !now.getMetadata().getUid().equals(before.getMetadata().getUid())
        || now.getSpec().replicas() != before.getSpec().replicas();
  }

  private static boolean sameLabel(PodClique one, PodClique other, String key) {
    Optional<String> value = label(one, key);
    return value.isPresent() && value.equals(label(other, key));
  }

  private static Optional<String> label(PodClique clique, String key) {
    return Optional.ofNullable(clique.getMetadata().getLabels()).map(labels -> labels.get(key));
  }
}
