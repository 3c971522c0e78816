package dev.coppice.core.training;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Lets pods of training jobs go whose PodClique or PodCliqueSet is gone, or goes: nobody is left
 * who would write down how they end, and they would hang.
 */
public final class TrackedPodPlanner implements Planner<Pod> {

  private static final Purpose READING =
      Purpose.unannounced(ErrorCodes.UPDATE_POD, "read", "PodClique");

  @Override
  public Plan plan(Snapshot<Pod> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot);
    Pod pod = snapshot.primary();
    if (!TrackedPods.isTracked(pod)) {
      return plan.build();
    }
    Optional<String> owner = Ownership.controller(pod).map(OwnerReference::getUid);
    // Who has lost its owner is taken back, or let go, by who would be.
    Predicate<HasMetadata> isOwner =
        clique ->
            owner
                .map(clique.getMetadata().getUid()::equals)
                .orElseGet(() -> isOfSameSet(pod, clique));
    List<LiveRead> reads =
        Stream.of(
                key(pod, PodClique.class, Labels.POD_CLIQUE),
                key(pod, PodCliqueSet.class, Labels.PART_OF))
            .flatMap(Optional::stream)
            .<LiveRead>map(LiveRead.Get::new)
            .toList();
    Optional<PodClique> clique = find(snapshot, PodClique.class, Labels.POD_CLIQUE).filter(isOwner);
    Optional<PodCliqueSet> set = find(snapshot, PodCliqueSet.class, Labels.PART_OF);
    boolean goes = Stream.concat(clique.stream(), set.stream()).anyMatch(Ownership::isTerminating);
    boolean absent = clique.isEmpty() || set.isEmpty();
    if (goes || (absent && snapshot.live().containsAll(reads))) {
      TrackedPods.release(pod).ifPresent(plan::add);
    } else if (absent && !reads.isEmpty()) {
      // What a cache does not show may be on its way.
      plan.add(new Action.Read(reads, READING));
    }
    return plan.build();
  }

  private static boolean isOfSameSet(Pod pod, HasMetadata clique) {
    return Relatives.label(pod, Labels.PART_OF).equals(Relatives.label(clique, Labels.PART_OF));
  }

  private static Optional<ObjectKey> key(Pod pod, Class<? extends HasMetadata> kind, String label) {
    return Relatives.label(pod, label)
        .map(name -> new ObjectKey(kind, pod.getMetadata().getNamespace(), name));
  }

  private static <T extends HasMetadata> Optional<T> find(
      Snapshot<Pod> snapshot, Class<T> kind, String label) {
    Pod pod = snapshot.primary();
    return Relatives.label(pod, label)
        .flatMap(name -> snapshot.observed().get(kind, pod.getMetadata().getNamespace(), name));
  }
}
