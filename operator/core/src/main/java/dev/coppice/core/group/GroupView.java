package dev.coppice.core.group;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.ResolvedSets;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.child.Children;
import dev.coppice.core.clique.Recount;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.recreation.ReplicaDeletions;
import dev.coppice.core.template.CliqueTemplates;
import dev.coppice.core.template.RenderedTemplate;
import dev.coppice.core.training.AttemptReports;
import dev.coppice.core.tree.GroupSizes;
import dev.coppice.core.update.UpdateOrder;
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
 * @param resolved the set that controls the group
 * @param setReplica index of the set's replica that the group belongs to
 * @param config the group's place in the set's template
 * @param cliques what each replica of the group consists of
 */
record GroupView(
    Snapshot<PodCliqueScalingGroup> snapshot,
    Instant now,
    ResolvedSet.Complete resolved,
    int setReplica,
    PodCliqueScalingGroupConfig config,
    List<RenderedTemplate> cliques) {

  /**
   * Empty while the set is not in view, is being deleted, does not know the group, or is so broken
   * that nobody knows what it knows.
   */
  static Optional<GroupView> of(
      Snapshot<PodCliqueScalingGroup> snapshot, ResolvedSets sets, Instant now) {
    return snapshot
        .observed()
        .all(PodCliqueSet.class)
        .filter(set -> Ownership.isControlledBy(snapshot.primary(), set))
        .filter(set -> !Ownership.isTerminating(set))
        .map(sets::of)
        .flatMap(set -> set.complete().stream())
        .findFirst()
        .flatMap(set -> of(snapshot, set, now));
  }

  /** The same for a group of a set that is known. */
  static Optional<GroupView> of(
      Snapshot<PodCliqueScalingGroup> snapshot, ResolvedSet.Complete resolved, Instant now) {
    PodCliqueScalingGroup group = snapshot.primary();
    PodCliqueSet set = resolved.set();
    // The set repairs a label that somebody has changed.
    OptionalInt replica = ReplicaIndex.of(group, Labels.SET_REPLICA_INDEX);
    return replica.isEmpty()
        ? Optional.empty()
        : set.getSpec().template().podCliqueScalingGroups().stream()
            .filter(config -> isNamed(group, set, replica.getAsInt(), config))
            .findFirst()
            .map(config ->
                new GroupView(
                    AttemptReports.current(snapshot, set),
                    now,
                    resolved,
                    replica.getAsInt(),
                    config,
                    cliques(config, resolved)));
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
  private static List<RenderedTemplate> cliques(
      PodCliqueScalingGroupConfig config, ResolvedSet.Complete set) {
    List<RenderedTemplate> plain =
        CliqueTemplates.named(set.set().getSpec().template(), config.cliqueNames()).stream()
            .map(set::rendered)
            .toList();
    GroupEnvironment environment = new GroupEnvironment(plain);
    return plain.stream().map(clique -> clique.mapPodSpec(environment::into)).toList();
  }

  /** The same with its PodCliques counted again whose pods were read in this reconcile. */
  GroupView recounted() {
    return new GroupView(Recount.of(snapshot, now), now, resolved, setReplica, config, cliques);
  }

  boolean isTraining() {
    return set().getSpec().trains();
  }

  PodCliqueSet set() {
    return resolved.set();
  }

  PodCliqueScalingGroup group() {
    return snapshot.primary();
  }

  String name() {
    return group().getMetadata().getName();
  }

  String setName() {
    return set().getMetadata().getName();
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

  /** Whether this reconcile gives up replicas that are asked for no more, or has done so. */
  boolean isScalingIn() {
    return hasScaledIn() || GroupMembers.surplus(this).findAny().isPresent();
  }

  /** Whether this reconcile has given up replicas that are asked for no more. */
  boolean hasScaledIn() {
    return snapshot.done().contains(GroupMembers.DELETE_REPLICA);
  }

  /** Whether the group loses its replicas because an update or a teardown takes them. */
  boolean isBeingReplaced() {
    return Breaches.isUpdating(group())
        || ReplicaDeletions.isOpen(set().statusOrEmpty().replicaDeletions(), setReplica)
        || group().statusOrEmpty().replicaDeletions().stream().anyMatch(ReplicaDeletion::open);
  }

  /** What is wrong with the number of replicas. */
  Findings findings() {
    return resolved.findings(group());
  }

  /** Whether members take a changed template while their pods stay. */
  boolean isOnDelete() {
    return UpdateOrder.isOnDelete(set().getSpec());
  }

  /** Whether members will make pods. */
  boolean isSetValid() {
    return resolved.isValid();
  }

  /** Whether members can be planned: neither the group nor its set is without bound. */
  boolean isWorkable() {
    return findings().isAllowed() && resolved.isBounded();
  }

  /** The sizes of all groups of the set, this one as the snapshot has it. */
  GroupSizes sizes() {
    return GroupSizes.of(
        set(),
        Stream.concat(Stream.of(group()), snapshot.observed().all(PodCliqueScalingGroup.class)),
        group -> resolved.findings(group).isAllowed());
  }

  /** The PodClique of a clique in one replica of the group, if it is there and stays. */
  Optional<PodClique> member(int replica, RenderedTemplate clique) {
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

  /** The name of the gang that one replica of the group belongs to. */
  String gangName(int replica) {
    int first = Math.max(0, config.minAvailable());
    return replica < first
        ? Names.basePodGang(setName(), setReplica)
        : Names.scaledPodGang(setName(), setReplica, config.name(), replica, first);
  }

  String memberName(int replica, RenderedTemplate clique) {
    return Names.groupPodClique(
        setName(), setReplica, config.name(), replica, clique.template().name());
  }
}
