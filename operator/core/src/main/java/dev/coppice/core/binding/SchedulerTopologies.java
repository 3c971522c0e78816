package dev.coppice.core.binding;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.SchedulerTopologyBinding;
import dev.coppice.api.topology.TopologyLevel;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Rewrite;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.TopologyObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares the levels of a binding with the objects of one scheduler.
 *
 * @param snapshot the snapshot of the round
 * @param keys the keys of node labels of the binding, from the broadest level to the narrowest
 * @param objects the objects of the scheduler
 * @param <T> their kind
 */
record SchedulerTopologies<T extends HasMetadata>(
    Snapshot<ClusterTopologyBinding> snapshot, List<String> keys, TopologyObjects<T> objects) {

  /** What the name of one that is only tried ends with: that of the binding is taken. */
  private static final String TRIAL = "-trial";

  /** What all schedulers know of the topology that a binding describes. */
  static List<SchedulerTopology> of(
      Snapshot<ClusterTopologyBinding> snapshot, SchedulerBackends schedulers) {
    List<SchedulerTopologyBinding> listed =
        snapshot.primary().getSpec().schedulerTopologyBindings();
    Stream<SchedulerTopology> aware =
        schedulers.enabled().stream()
            .sorted(Comparator.comparing(SchedulerBackend::name))
            .flatMap(scheduler ->
                scheduler.topologyObjects().stream()
                    .flatMap(objects ->
                        with(snapshot, objects)
                            .all(
                                scheduler.name(),
                                listed.stream()
                                    .filter(one -> scheduler.name().equals(one.schedulerName()))
                                    .map(SchedulerTopologyBinding::topologyReference)
                                    .toList())));
    Stream<SchedulerTopology> others =
        listed.stream()
            .filter(one -> !schedulers.topologyAware().contains(one.schedulerName()))
            .map(one ->
                new SchedulerTopology(
                    one.schedulerName(),
                    one.topologyReference(),
                    "",
                    new TopologyState.Unknown(unknown(one.schedulerName(), schedulers))));
    return Stream.concat(aware, others).toList();
  }

  private static <T extends HasMetadata> SchedulerTopologies<T> with(
      Snapshot<ClusterTopologyBinding> snapshot, TopologyObjects<T> objects) {
    return new SchedulerTopologies<>(
        snapshot,
        snapshot.primary().getSpec().levels().stream().map(TopologyLevel::key).toList(),
        objects);
  }

  private static String unknown(String scheduler, SchedulerBackends schedulers) {
    return schedulers.names().contains(scheduler)
        ? "the scheduler \"%s\" knows no topologies".formatted(scheduler)
        : "the scheduler \"%s\" is not enabled in the operator's configuration"
            .formatted(scheduler);
  }

  private Stream<SchedulerTopology> all(String scheduler, List<String> references) {
    return references.isEmpty()
        ? Stream.of(topology(scheduler, name(), owned()))
        : references.stream().map(name -> topology(scheduler, name, listed(name)));
  }

  private SchedulerTopology topology(String scheduler, String reference, TopologyState state) {
    return new SchedulerTopology(scheduler, reference, HasMetadata.getKind(objects.kind()), state);
  }

  private TopologyState owned() {
    return objects
        .absence()
        .<TopologyState>map(TopologyState.Unserved::new)
        .or(() -> find(name()).map(this::owned))
        .orElseGet(() -> new TopologyState.ToMake(wanted(name())));
  }

  private TopologyState owned(T seen) {
    return switch (Ownership.claim(seen, snapshot.primary())) {
      case OURS -> own(seen);
      case LEAVING -> new TopologyState.Leaving();
      // One that nobody owns is somebody's all the same, who made it by hand.
      case ORPHAN, FOREIGN -> new TopologyState.Foreign(owner(seen));
    };
  }

  private TopologyState own(T seen) {
    if (isUnreadable(seen)) {
      return new TopologyState.Unreadable();
    }
    return isSame(seen) ? new TopologyState.InSync(null) : other(seen);
  }

  // What a policy rewrites would be replaced for ever.
  private TopologyState other(T seen) {
    ObjectKey key = ObjectKey.of(seen);
    return snapshot.failures().rewrites().stream()
        .filter(rewrite -> rewrite.target().equals(key))
        .map(Rewrite::failure)
        .findFirst()
        .<TopologyState>map(failure -> new TopologyState.Rewritten(failure.description()))
        .orElseGet(() -> {
          LiveRead.Trial trial = new LiveRead.Trial(wanted(name() + TRIAL));
          return new TopologyState.ToReplace(
              key,
              seen.getMetadata().getUid(),
              difference(seen),
              trial,
              snapshot.readLive().contains(trial));
        });
  }

  private TopologyState listed(String reference) {
    return objects
        .absence()
        .<TopologyState>map(TopologyState.Unserved::new)
        .or(() ->
            find(reference)
                .map(seen -> {
                  if (isUnreadable(seen)) {
                    return new TopologyState.Unreadable();
                  }
                  Long generation = seen.getMetadata().getGeneration();
                  return isSame(seen)
                      ? new TopologyState.InSync(generation)
                      : new TopologyState.Drifted(generation, difference(seen));
                }))
        .orElseGet(TopologyState.Missing::new);
  }

  private T wanted(String name) {
    T wanted = objects.object(name, keys);
    wanted
        .getMetadata()
        .setOwnerReferences(List.of(Ownership.controllerReference(snapshot.primary())));
    return wanted;
  }

  private Optional<T> find(String name) {
    return snapshot.observed().get(objects.kind(), "", name);
  }

  private static boolean isUnreadable(HasMetadata seen) {
    return Unreadable.of(seen).isPresent();
  }

  private boolean isSame(T seen) {
    return objects.keys(seen).equals(keys);
  }

  private String difference(T seen) {
    return "has the levels %s in place of %s".formatted(objects.keys(seen), keys);
  }

  private static String owner(HasMetadata object) {
    return Ownership.controller(object)
        .or(() -> object.getMetadata().getOwnerReferences().stream().findFirst())
        .map(owner -> "belongs to %s %s".formatted(owner.getKind(), owner.getName()))
        .orElse("nobody owns it");
  }

  private String name() {
    return snapshot.primary().getMetadata().getName();
  }
}
