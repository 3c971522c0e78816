package dev.coppice.core.pod;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.plan.Observed;
import dev.coppice.core.plan.Ownership;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Optional;

/**
 * The gang that a PodClique's pods belong to. Names are used again after a set is deleted and
 * applied anew, so a gang of that name counts only if the same set controls it and nobody deletes
 * it.
 */
final class OwnGang {

  private OwnGang() {}

  /** The gang, if it exists. */
  static Optional<PodGang> of(PodClique clique, Observed observed) {
    Optional<String> set = Ownership.controller(clique).map(OwnerReference::getUid);
    return name(clique)
        .flatMap(name -> observed.get(PodGang.class, clique.getMetadata().getNamespace(), name))
        .filter(gang -> !Ownership.isTerminating(gang))
        .filter(gang -> set.equals(Ownership.controller(gang).map(OwnerReference::getUid)));
  }

  private static Optional<String> name(PodClique clique) {
    return Optional.ofNullable(clique.getMetadata().getLabels())
        .map(labels -> labels.get(Labels.POD_GANG));
  }
}
