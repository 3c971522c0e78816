package dev.coppice.core.admission.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import java.util.List;
import java.util.Optional;

/**
 * What rules compare an object with. An answer that cannot be had is an exception of the
 * implementation, never an empty one: empty means that there is no such object.
 */
public interface AdmissionLookup {

  /** The topology of that name. */
  Optional<ClusterTopologyBinding> topologyBinding(String name);

  /** All topologies. */
  List<ClusterTopologyBinding> topologyBindings();

  /** The set of that name. */
  Optional<PodCliqueSet> podCliqueSet(String namespace, String name);

  /** The scaling group of that name. */
  Optional<PodCliqueScalingGroup> podCliqueScalingGroup(String namespace, String name);

  /** The PodClique of that name. */
  Optional<PodClique> podClique(String namespace, String name);
}
