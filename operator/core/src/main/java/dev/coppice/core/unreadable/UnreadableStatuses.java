package dev.coppice.core.unreadable;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangPhases;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.ClusterTopologyBindingStatus;
import dev.coppice.api.topology.ClusterTopologyBindingStatusBuilder;
import dev.coppice.core.reconcile.Purpose;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where each kind keeps what is told of objects that cannot be read. */
public final class UnreadableStatuses {

  private static final Set<String> OF_WORKLOADS =
      Set.of(ConditionTypes.READY, ConditionTypes.VALID);

  private UnreadableStatuses() {}

  /** Of a set. */
  public static UnreadableStatus<PodCliqueSet> ofSet(Purpose purpose) {
    return new UnreadableStatus<>(
        OF_WORKLOADS,
        set -> set.statusOrEmpty().conditions(),
        set -> observed(set.statusOrEmpty().observedGeneration()),
        conditions ->
            PodCliqueSetStatusBuilder.builder(PodCliqueSetStatus.EMPTY)
                .conditions(conditions)
                .build(),
        purpose);
  }

  /** Of a scaling group. */
  public static UnreadableStatus<PodCliqueScalingGroup> ofGroup(Purpose purpose) {
    return new UnreadableStatus<>(
        OF_WORKLOADS,
        group -> group.statusOrEmpty().conditions(),
        group -> observed(group.statusOrEmpty().observedGeneration()),
        conditions ->
            PodCliqueScalingGroupStatusBuilder.builder(PodCliqueScalingGroupStatus.EMPTY)
                .conditions(conditions)
                .build(),
        purpose);
  }

  /** Of a PodClique. */
  public static UnreadableStatus<PodClique> ofClique(Purpose purpose) {
    return new UnreadableStatus<>(
        Set.of(ConditionTypes.READY, ConditionTypes.VALID, ConditionTypes.WAITING),
        clique -> clique.statusOrEmpty().conditions(),
        clique -> observed(clique.statusOrEmpty().observedGeneration()),
        conditions ->
            PodCliqueStatusBuilder.builder(PodCliqueStatus.EMPTY).conditions(conditions).build(),
        purpose);
  }

  /** Of a gang, which its set tells of. */
  public static UnreadableStatus<PodGang> ofGang() {
    return new UnreadableStatus<>(
        Set.of(ConditionTypes.READY),
        gang -> gang.statusOrEmpty().conditions(),
        _ -> OptionalLong.empty(),
        conditions ->
            PodGangStatusBuilder.builder(PodGangStatus.EMPTY)
                .phase(PodGangPhases.PENDING)
                .conditions(conditions)
                .build(),
        Purpose.unannounced(ErrorCodes.CREATE_OR_PATCH_POD_GANG, "updated", "PodGang status"));
  }

  /** Of a topology; the generation that it tells is that which schedulers know. */
  public static UnreadableStatus<ClusterTopologyBinding> ofBinding(Purpose purpose) {
    return new UnreadableStatus<>(
        Set.of(ConditionTypes.VALID),
        binding -> binding.statusOrEmpty().conditions(),
        _ -> OptionalLong.empty(),
        conditions ->
            ClusterTopologyBindingStatusBuilder.builder(ClusterTopologyBindingStatus.EMPTY)
                .conditions(conditions)
                .build(),
        purpose);
  }

  private static OptionalLong observed(@Nullable Long generation) {
    return OptionalLong.of(generation == null ? 0 : generation);
  }
}
