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

  /**
   * The ClusterTopologyBinding of the name is there and cannot be read: no gang is changed for it.
   */
  record Unreadable(String name) implements SetTopology {}

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
        ? seek(set, observed)
        : nameOf(set).map(name -> find(name, observed)).orElseGet(Unnamed::new);
  }

  // One that cannot be read may be the one, or another that has the same labels.
  private static SetTopology seek(PodCliqueSet set, Observed observed) {
    Optional<SetTopology> unreadable =
        observed
            .all(ClusterTopologyBinding.class)
            .filter(SetTopology::isUnreadable)
            .findFirst()
            .map(binding -> new Unreadable(binding.getMetadata().getName()));
    return unreadable.orElseGet(() ->
        TopologyLevels.only(
                observed.all(ClusterTopologyBinding.class), ExclusiveParts.of(set).keys())
            .<SetTopology>map(Known::new)
            .orElseGet(Unnamed::new));
  }

  private static boolean isUnreadable(ClusterTopologyBinding binding) {
    return dev.coppice.core.object.Unreadable.of(binding).isPresent();
  }

  private static SetTopology find(String name, Observed observed) {
    return observed
        .all(ClusterTopologyBinding.class)
        .filter(binding -> name.equals(binding.getMetadata().getName()))
        .findFirst()
        .<SetTopology>map(binding ->
            isUnreadable(binding) ? new Unreadable(name) : new Known(new TopologyLevels(binding)))
        .orElseGet(() -> new Missing(name));
  }
}
