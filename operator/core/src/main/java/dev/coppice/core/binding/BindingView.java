package dev.coppice.core.binding;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import java.time.Instant;
import java.util.List;

/**
 * What the decisions of one round about a binding read, taken from the snapshot once.
 *
 * @param snapshot the snapshot of the round
 * @param topologies what each scheduler knows: those that know topologies by name, then the others
 *     that the binding lists
 * @param now the instant of the round
 */
record BindingView(
    Snapshot<ClusterTopologyBinding> snapshot, List<SchedulerTopology> topologies, Instant now) {

  static BindingView of(
      Snapshot<ClusterTopologyBinding> snapshot, SchedulerBackends schedulers, Instant now) {
    return new BindingView(snapshot, SchedulerTopologies.of(snapshot, schedulers), now);
  }

  ClusterTopologyBinding binding() {
    return snapshot.primary();
  }
}
