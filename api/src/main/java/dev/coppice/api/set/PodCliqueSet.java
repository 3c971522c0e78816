package dev.coppice.api.set;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * A workload of several roles: a number of identical replicas, each made of cliques of pods that
 * start, scale and fail together.
 */
@Group("grove.io")
@Version("v1alpha1")
@Kind("PodCliqueSet")
@Plural("podcliquesets")
@Singular("podcliqueset")
@ShortNames("pcs")
public final class PodCliqueSet extends GroveResource<PodCliqueSetSpec, PodCliqueSetStatus>
    implements Namespaced {

  /** Returns what was reported last; everything is absent or zero when nothing has been. */
  public PodCliqueSetStatus statusOrEmpty() {
    PodCliqueSetStatus status = getStatus();
    return status == null ? PodCliqueSetStatus.EMPTY : status;
  }
}
