package dev.coppice.controllers.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.gang.Minimum;
import dev.coppice.kube.source.Changes;
import dev.coppice.kube.source.LabelMapper;

/** Which PodCliques of one replica of a set look at which, and at what. */
final class CliqueSiblings {

  private CliqueSiblings() {}

  /**
   * Whether decisions about a PodClique read the status of this sibling: one that must have started
   * before it, or one in the base gang of its own, scaled gang.
   */
  static boolean looksAt(PodClique clique, PodClique sibling) {
    return clique.getSpec().startsAfter().contains(sibling.getMetadata().getName())
        || LabelMapper.valueOf(clique, Labels.BASE_POD_GANG)
            .filter(base ->
                LabelMapper.valueOf(sibling, Labels.POD_GANG).filter(base::equals).isPresent())
            .isPresent();
  }

  /** Whether a change of a PodClique can matter to those who look at it. */
  static boolean matters(PodClique now, PodClique before) {
    PodCliqueStatus after = now.statusOrEmpty();
    PodCliqueStatus old = before.statusOrEmpty();
    return Changes.ofIdentity(now, before)
        || after.readyReplicas() != old.readyReplicas()
        || after.scheduledReplicas() != old.scheduledReplicas()
        || Minimum.of(now) != Minimum.of(before);
  }
}
