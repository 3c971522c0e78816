package dev.coppice.api.gang;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * Pods that a scheduler shall place together: of each of its groups at least the minimum, or none
 * of any.
 */
@Group("scheduler.grove.io")
@Version("v1alpha1")
@Kind("PodGang")
@Plural("podgangs")
@Singular("podgang")
@ShortNames("pg")
public final class PodGang extends GroveResource<PodGangSpec, PodGangStatus> implements Namespaced {

  /** Returns what was reported last; everything is absent or zero when nothing has been. */
  public PodGangStatus statusOrEmpty() {
    PodGangStatus status = getStatus();
    return status == null ? PodGangStatus.EMPTY : status;
  }

  /** This object with another status; everything else is shared. */
  public PodGang withStatus(PodGangStatus status) {
    return share(new PodGang(), getSpec(), status);
  }
}
