package dev.coppice.api.clique;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** A number of pods of one role, all made from one pod specification. */
@Group("grove.io")
@Version("v1alpha1")
@Kind("PodClique")
@Plural("podcliques")
@Singular("podclique")
@ShortNames("pclq")
public final class PodClique extends GroveResource<PodCliqueSpec, PodCliqueStatus>
    implements Namespaced {

  /** Returns what was reported last; everything is absent or zero when nothing has been. */
  public PodCliqueStatus statusOrEmpty() {
    PodCliqueStatus status = getStatus();
    return status == null ? PodCliqueStatus.EMPTY : status;
  }

  /** This object with another specification; everything else is shared. */
  public PodClique withSpec(PodCliqueSpec spec) {
    return share(new PodClique(), spec, getStatus());
  }

  /** This object with another status; everything else is shared. */
  public PodClique withStatus(PodCliqueStatus status) {
    return share(new PodClique(), getSpec(), status);
  }
}
