package dev.coppice.core.group;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.clique.CliqueBlueprint;
import dev.coppice.core.clique.CliqueTemplates;
import dev.coppice.core.clique.ReplicaIndex;
import dev.coppice.core.gang.GroupSizes;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.pod.Recount;
import dev.coppice.core.update.UpdateOrder;
import dev.coppice.core.validity.Validity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the decisions of one round about a scaling group read, taken from the snapshot once.
 *
 * @param snapshot the snapshot of the round
 * @param now the instant of the round
 * @param set the set that controls the group, defaulted
 * @param setReplica index of the set's replica that the group belongs to
 * @param config the group's place in the set's template
 * @param cliques what each replica of the group consists of
 * @param validity what is asked about numbers that no webhook has judged
 */
record GroupView(
    Snapshot<PodCliqueScalingGroup> snapshot,
    Instant now,
    PodCliqueSet set,
    int setReplica,
    PodCliqueScalingGroupConfig config,
    List<CliqueBlueprint> cliques,
    Validity validity) {

  /**
   * Empty while the set is not in view, is being deleted, does not know the group, or is so broken
   * that nobody knows what it knows.
   */
  static Optional<GroupView> of(
      Snapshot<PodCliqueScalingGroup> snapshot, Validity validity, Instant now) {
    return snapshot
        .observed()
        .all(PodCliqueSet.class)
        .filter(set -> Ownership.isControlledBy(snapshot.primary(), set))
        .filter(set -> !Ownership.isTerminating(set))
        .filter(validity::isComplete)
        .findFirst()
        .map(Defaults::of)
        .flatMap(set -> of(snapshot, validity, now, set));
  }

  private static Optional<GroupView> of(
      Snapshot<PodCliqueScalingGroup> snapshot, Validity validity, Instant now, PodCliqueSet set) {
    PodCliqueScalingGroup group = snapshot.primary();
    // The set repairs a label that somebody has changed.
    OptionalInt replica = ReplicaIndex.of(group, Labels.SET_REPLICA_INDEX);
    return replica.isEmpty()
        ? Optional.empty()
        : set.getSpec().template().podCliqueScalingGroups().stream()
            .filter(config -> isNamed(group, set, replica.getAsInt(), config))
            .findFirst()
            .map(config ->
                new GroupView(
                    snapshot,
                    now,
                    set,
                    replica.getAsInt(),
                    config,
                    cliques(config, set),
                    validity));
  }

  private static boolean isNamed(
      PodCliqueScalingGroup group,
      PodCliqueSet set,
      int replica,
      PodCliqueScalingGroupConfig config) {
    return Names.podCliqueScalingGroup(set.getMetadata().getName(), replica, config.name())
        .equals(group.getMetadata().getName());
  }

  // By the set's word: the group's own copy may have been edited, and what it lacks would go.
  private static List<CliqueBlueprint> cliques(
      PodCliqueScalingGroupConfig config, PodCliqueSet set) {
    List<CliqueBlueprint> plain =
        CliqueTemplates.named(set.getSpec().template(), config.cliqueNames()).stream()
            .map(clique -> CliqueBlueprint.of(clique, set.getSpec().template()))
            .toList();
    GroupEnvironment environment = new GroupEnvironment(plain);
    return plain.stream().map(clique -> clique.mapPodSpec(environment::into)).toList();
  }

  /** The same with its PodCliques counted again whose pods were read in this pass. */
  GroupView recounted() {
    return new GroupView(
        Recount.of(snapshot, now), now, set, setReplica, config, cliques, validity);
  }

  PodCliqueScalingGroup group() {
    return snapshot.primary();
  }

  String name() {
    return group().getMetadata().getName();
  }

  String setName() {
    return set.getMetadata().getName();
  }

  int replicas() {
    return group().getSpec().replicas();
  }

  /** How many replicas are looked at: a number without bound is not counted up to. */
  int counted() {
    return isWorkable()
        ? replicas()
        : ReplicaIndex.within(
            replicas(),
            Children.owned(snapshot, PodClique.class),
            Labels.SCALING_GROUP_REPLICA_INDEX);
  }

  /** Whether this pass gives up replicas that are asked for no more, or has done so. */
  boolean isScalingIn() {
    return hasScaledIn() || GroupMembers.surplus(this).findAny().isPresent();
  }

  /** Whether this pass has given up replicas that are asked for no more. */
  boolean hasScaledIn() {
    return snapshot.done().contains(GroupMembers.DELETE_REPLICA);
  }

  /** What is wrong with the number of replicas. */
  Findings findings() {
    return validity.of(group(), set);
  }

  /** Whether members take a changed template while their pods stay. */
  boolean isOnDelete() {
    return UpdateOrder.isOnDelete(set.getSpec());
  }

  /** Whether members will make pods. */
  boolean isSetValid() {
    return validity.of(set).isAllowed();
  }

  /** Whether members can be planned: neither the group nor its set is without bound. */
  boolean isWorkable() {
    return findings().isAllowed() && validity.isWorkable(set);
  }

  /** The sizes of all groups of the set, this one as the snapshot has it. */
  GroupSizes sizes() {
    return GroupSizes.of(
        set,
        Stream.concat(Stream.of(group()), snapshot.observed().all(PodCliqueScalingGroup.class)),
        group -> validity.of(group, set).isAllowed());
  }

  /** The PodClique of a clique in one replica of the group, if it is there and stays. */
  Optional<PodClique> member(int replica, CliqueBlueprint clique) {
    return Children.owned(snapshot, PodClique.class, memberName(replica, clique));
  }

  /** The PodCliques of one replica of the group that are there and stay. */
  Stream<PodClique> members(int replica) {
    return cliques.stream().flatMap(clique -> member(replica, clique).stream());
  }

  /** The PodCliques of all replicas of the group that are there and stay. */
  Stream<PodClique> members() {
    return IntStream.range(0, counted()).boxed().flatMap(this::members);
  }

  String memberName(int replica, CliqueBlueprint clique) {
    return Names.groupPodClique(
        setName(), setReplica, config.name(), replica, clique.template().name());
  }
}
