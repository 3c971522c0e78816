package dev.coppice.core.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Observed;
import java.util.Optional;

/**
 * The gangs that a PodClique's pods depend on. Names are used again after a set is deleted and
 * applied anew, so a gang of that name counts only if the same set controls it and nobody deletes
 * it.
 */
final class OwnGang {

  private OwnGang() {}

  /** The gang that the pods belong to, if it exists. */
  static Optional<PodGang> of(PodClique clique, PodCliqueSet set, Observed observed) {
    return find(Labels.POD_GANG, clique, set, observed);
  }

  /** The base gang that a scaled gang follows, if it exists. */
  static Optional<PodGang> base(PodClique clique, PodCliqueSet set, Observed observed) {
    return find(Labels.BASE_POD_GANG, clique, set, observed);
  }

  private static Optional<PodGang> find(
      String label, PodClique clique, PodCliqueSet set, Observed observed) {
    return Optional.ofNullable(clique.getMetadata().getLabels())
        .map(labels -> labels.get(label))
        .flatMap(name -> observed.get(PodGang.class, clique.getMetadata().getNamespace(), name))
        .filter(gang -> !Ownership.isTerminating(gang))
        .filter(gang -> Ownership.isControlledBy(gang, set));
  }
}
