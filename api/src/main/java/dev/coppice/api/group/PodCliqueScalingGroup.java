package dev.coppice.api.group;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * The cliques of one replica of a set that scale together, as one unit that may exist several
 * times.
 */
@Group("grove.io")
@Version("v1alpha1")
@Kind("PodCliqueScalingGroup")
@Plural("podcliquescalinggroups")
@Singular("podcliquescalinggroup")
@ShortNames("pcsg")
public final class PodCliqueScalingGroup
    extends GroveResource<PodCliqueScalingGroupSpec, PodCliqueScalingGroupStatus>
    implements Namespaced {

  /** Returns what was reported last; everything is absent or zero when nothing has been. */
  public PodCliqueScalingGroupStatus statusOrEmpty() {
    PodCliqueScalingGroupStatus status = getStatus();
    return status == null ? PodCliqueScalingGroupStatus.EMPTY : status;
  }

  /** This object with another specification; everything else is shared. */
  public PodCliqueScalingGroup withSpec(PodCliqueScalingGroupSpec spec) {
    return share(new PodCliqueScalingGroup(), spec, getStatus());
  }

  /** This object with another status; everything else is shared. */
  public PodCliqueScalingGroup withStatus(PodCliqueScalingGroupStatus status) {
    return share(new PodCliqueScalingGroup(), getSpec(), status);
  }
}
