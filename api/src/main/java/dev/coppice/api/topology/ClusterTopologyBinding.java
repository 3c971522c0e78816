package dev.coppice.api.topology;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * The topology of the cluster, from its broadest level to its narrowest, and the node labels that
 * tell where a node stands.
 */
@Group("grove.io")
@Version("v1alpha1")
@Kind("ClusterTopologyBinding")
@Plural("clustertopologybindings")
@Singular("clustertopologybinding")
@ShortNames("ct")
public final class ClusterTopologyBinding
    extends GroveResource<ClusterTopologyBindingSpec, ClusterTopologyBindingStatus> {

  /** Returns what was reported last; everything is absent or zero when nothing has been. */
  public ClusterTopologyBindingStatus statusOrEmpty() {
    ClusterTopologyBindingStatus status = getStatus();
    return status == null ? ClusterTopologyBindingStatus.EMPTY : status;
  }

  /** This object with another status; everything else is shared. */
  public ClusterTopologyBinding withStatus(ClusterTopologyBindingStatus status) {
    return share(new ClusterTopologyBinding(), getSpec(), status);
  }
}
