package dev.coppice.core.update;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.template.Adoption;
import java.util.Collection;

/** How a PodClique, or several together, stand to the template that is asked for. */
public enum UpdateState {
  /** All pods are made from it. */
  CURRENT,
  /** What was counted is not about it: nobody can tell. */
  UNKNOWN,
  /** The PodClique, or one of its pods, is made from another one. */
  OUTDATED;

  /**
   * Judges a PodClique by its label first, and by its status only if that is about the same
   * template.
   *
   * @param hash the hash of the template that is asked for
   */
  public static UpdateState of(PodClique clique, String hash) {
    PodCliqueStatus status = clique.statusOrEmpty();
    if (Adoption.isDue(clique)) {
      return UNKNOWN;
    }
    if (Relatives.label(clique, Labels.POD_TEMPLATE_HASH).filter(hash::equals).isEmpty()) {
      return OUTDATED;
    }
    if (!hash.equals(status.currentPodTemplateHash())) {
      return UNKNOWN;
    }
    return status.updatedReplicas() < status.replicas() ? OUTDATED : CURRENT;
  }

  /**
   * How many pods of a PodClique are made from another template, as far as it tells. Of one that
   * carries another template, or has counted its pods against another one, all are.
   *
   * @param hash the hash of the template that is asked for
   */
  public static int outdatedPods(PodClique clique, String hash) {
    PodCliqueStatus status = clique.statusOrEmpty();
    boolean carries =
        Relatives.label(clique, Labels.POD_TEMPLATE_HASH).filter(hash::equals).isPresent();
    String counted = status.currentPodTemplateHash();
    if (Adoption.isDue(clique) || counted == null) {
      return 0;
    }
    return carries && counted.equals(hash)
        ? status.replicas() - status.updatedReplicas()
        : status.replicas();
  }

  /** That of the worst of several; nothing at all is current. */
  public static UpdateState worst(Collection<UpdateState> all) {
    return all.stream().max(UpdateState::compareTo).orElse(CURRENT);
  }
}
