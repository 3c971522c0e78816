package dev.coppice.core.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.ClusterTopologyBindingStatus;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Pending;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.kai.KaiTopology;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;

/** A binding of a zone and a rack, the topologies of KAI beside it, and what is planned of them. */
final class BindingFixture {

  static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
  static final String OURS =
      "ownerReferences: [{apiVersion: grove.io/v1alpha1, kind: ClusterTopologyBinding, name: dc,"
          + " uid: ct, controller: true}]";

  static final String LISTED = "{schedulerName: kai-scheduler, topologyReference: site}";
  static final SchedulerBackends WITH_KAI =
      new SchedulerBackends(
          List.of(new DefaultScheduler(), new KaiScheduler()), new DefaultScheduler());

  /** A change of the status that has waited long enough. */
  static final Memory WAITED =
      Memory.none().withPending(Pending.STATUS, NOW.minus(StatusWrite.INTERVAL));

  private BindingFixture() {}

  static ClusterTopologyBinding binding(String metadata, String listed) {
    return TestYaml.read(
        """
        metadata: {name: dc, uid: ct, generation: 3, resourceVersion: '7'%s}
        spec:
          levels: [{domain: zone, key: example.com/zone}, {domain: rack, key: example.com/rack}]
          schedulerTopologyBindings: [%s]
        """
            .formatted(metadata, listed),
        ClusterTopologyBinding.class);
  }

  static ClusterTopologyBinding binding() {
    return binding("", "");
  }

  static KaiTopology topology(String name, String metadata, String... keys) {
    return TestYaml.read(
        "{metadata: {name: %s, uid: t, generation: 5, resourceVersion: '9', %s}, spec: {levels: [%s]}}"
            .formatted(
                name,
                metadata,
                String.join(
                    ", ", List.of(keys).stream().map("{nodeLabel: %s}"::formatted).toList())),
        KaiTopology.class);
  }

  static KaiTopology same(String name, String metadata) {
    return topology(name, metadata, "example.com/zone", "example.com/rack");
  }

  static Snapshot<ClusterTopologyBinding> snapshot(
      ClusterTopologyBinding binding, HasMetadata... others) {
    return Snapshot.of(binding, Observed.of(List.of(others)), WAITED);
  }

  static Plan plan(Snapshot<ClusterTopologyBinding> snapshot) {
    return new ClusterTopologyBindingPlanner(WITH_KAI).plan(snapshot, NOW);
  }

  static Snapshot<ClusterTopologyBinding> after(
      Snapshot<ClusterTopologyBinding> snapshot, Outcome outcome) {
    return snapshot.with(List.of(new Answer(plan(snapshot).actions().getFirst(), outcome)));
  }

  static ClusterTopologyBindingStatus written(Plan plan) {
    assertThat(plan.actions()).hasSize(1);
    Action.PutStatus put = (Action.PutStatus) plan.actions().getFirst();
    return ((ClusterTopologyBinding) put.object()).statusOrEmpty();
  }

  static Condition drift(ClusterTopologyBindingStatus status) {
    return Conditions.find(status.conditions(), ConditionTypes.SCHEDULER_TOPOLOGY_DRIFT)
        .orElseThrow();
  }
}
