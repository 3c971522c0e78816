package dev.coppice.core.topology;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.topology.TopologyLevels;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.template.ExclusiveParts;
import java.util.Optional;

/** What is known of the topology whose levels a set asks for. */
public sealed interface SetTopology {

  /** Topology-aware scheduling is switched off. */
  record Disabled() implements SetTopology {}

  /** No constraint names a topology. */
  record Unnamed() implements SetTopology {}

  /** There is no ClusterTopologyBinding of the name. */
  record Missing(String name) implements SetTopology {}

  /** The topology has these levels. */
  record Known(TopologyLevels levels) implements SetTopology {}

  /** The name of the ClusterTopologyBinding that a set names; empty if it names none. */
  static Optional<String> nameOf(PodCliqueSet set) {
    return Constraints.of(set).topologyName();
  }

  /**
   * Whether a set that names none means the one that has the labels in whose domains its groups
   * want to be alone, if there is only one.
   */
  static boolean isSought(PodCliqueSet set) {
    return nameOf(set).isEmpty() && !ExclusiveParts.of(set).keys().isEmpty();
  }

  /**
   * What is in view of it.
   *
   * @param enabled whether topology-aware scheduling is switched on
   */
  static SetTopology of(PodCliqueSet set, Observed observed, boolean enabled) {
    if (!enabled) {
      return new Disabled();
    }
    return isSought(set)
        ? TopologyLevels.only(
                observed.all(ClusterTopologyBinding.class), ExclusiveParts.of(set).keys())
            .<SetTopology>map(Known::new)
            .orElseGet(Unnamed::new)
        : nameOf(set).map(name -> find(name, observed)).orElseGet(Unnamed::new);
  }

  private static SetTopology find(String name, Observed observed) {
    return observed
        .all(ClusterTopologyBinding.class)
        .filter(binding -> name.equals(binding.getMetadata().getName()))
        .findFirst()
        .<SetTopology>map(binding -> new Known(new TopologyLevels(binding)))
        .orElseGet(() -> new Missing(name));
  }
}
