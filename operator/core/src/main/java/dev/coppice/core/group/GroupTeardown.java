package dev.coppice.core.group;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.child.Children;
import dev.coppice.core.explain.Teardowns;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.ReadFirst;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.recreation.DueDeletion;
import dev.coppice.core.recreation.ReplicaDeletions;
import dev.coppice.core.recreation.TeardownLevel;
import dev.coppice.core.recreation.TerminationDelays;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.runtime.GangStarts;
import dev.coppice.core.runtime.OpenTeardowns;
import dev.coppice.core.trial.TrialPods;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Single replicas of a scaling group are torn down by the group, as long as the others are enough.
 * When they are not, the whole replica of the set goes, and the set sees to it.
 */
final class GroupTeardown implements TeardownLevel {

  private static final Purpose DELETION =
      Purpose.announcedOnFailure(
          ErrorCodes.DELETE_POD_CLIQUE,
          "deleted",
          "PodClique",
          EventReasons.SCALING_GROUP_REPLICA_DELETE_FAILED);

  private final GroupView view;
  private final TerminationSettings settings;
  private final boolean queued;
  private final GroupUpdate update;
  private final TrialPods pods;

  /**
   * The teardowns of a group.
   *
   * @param queued whether gangs have start times, which end before a teardown deletes anything
   * @param pods makes the pods with which templates are tried
   */
  GroupTeardown(GroupView view, TerminationSettings settings, boolean queued, TrialPods pods) {
    this.pods = pods;
    this.view = view;
    this.settings = settings;
    this.queued = queued;
    this.update = new GroupUpdate(view);
  }

  @Override
  public List<ReplicaDeletion> records() {
    return view.group().statusOrEmpty().replicaDeletions();
  }

  /** The records with those completed of which everything is there again. */
  static List<ReplicaDeletion> completed(GroupView view) {
    return ReplicaDeletions.completed(
        view.group().statusOrEmpty().replicaDeletions(),
        replica -> replica < view.replicas() ? names(view, replica) : Set.of(),
        (name, uid) ->
            Children.owned(view.snapshot(), PodClique.class, name)
                .filter(clique -> !clique.getMetadata().getUid().equals(uid))
                .isPresent(),
        view.now());
  }

  private static Set<String> names(GroupView view, int replica) {
    return view.cliques().stream()
        .map(clique -> view.memberName(replica, clique))
        .collect(Collectors.toSet());
  }

  @Override
  public Stream<DueDeletion> deletions() {
    return isOverruled()
        ? Stream.empty()
        : Stream.concat(breaches(), update.deletions())
            .filter(deletion -> cliques(deletion.replica()).allMatch(this::isWatched));
  }

  // Of what has lost its label to somebody no end is heard: it gets it back first.
  private boolean isWatched(PodClique clique) {
    return Relatives.names(clique, Labels.SCALING_GROUP, view.group());
  }

  @Override
  public boolean isOverruled() {
    return ReplicaDeletions.isOpen(
        view.set().statusOrEmpty().replicaDeletions(), view.setReplica());
  }

  private Stream<DueDeletion> breaches() {
    Optional<Duration> delay = TerminationDelays.of(view.set(), settings).ofGroup(view.config());
    return delay.isEmpty() || !GroupStatus.isWithoutBreach(view)
        ? Stream.empty()
        : IntStream.range(0, view.counted())
            .boxed()
            .flatMap(replica ->
                view.members(replica)
                    .map(clique -> DueDeletion.of(replica, clique, delay.get()))
                    .flatMap(Optional::stream));
  }

  @Override
  public Stream<PodClique> cliques(int replica) {
    String index = Integer.toString(replica);
    return view.snapshot()
        .observed()
        .all(PodClique.class)
        .filter(clique -> Ownership.isControlledBy(clique, view.group()))
        .filter(clique -> GroupMembers.replicaOf(clique).equals(index));
  }

  @Override
  public boolean isTemplateTaken() {
    return view.resolved().isTemplateTaken();
  }

  @Override
  public List<Action.Try> trials() {
    return GroupMembers.trials(view, pods);
  }

  @Override
  public List<LiveRead> reads(int replica) {
    List<LiveRead> reads = new ArrayList<>(readsOfMembers(replica));
    if (queued) {
      reads.add(
          new LiveRead.Get(
              new ObjectKey(
                  PodGang.class, view.set().getMetadata().getNamespace(), view.gangName(replica))));
    }
    return reads;
  }

  private List<LiveRead> readsOfMembers(int replica) {
    return List.of(
        new LiveRead.Get(ObjectKey.of(view.set())),
        new LiveRead.Get(ObjectKey.of(view.group())),
        new LiveRead.ListOf(
            PodClique.class,
            view.group().getMetadata().getNamespace(),
            ChildLabels.scalingGroupReplica(view.setName(), view.name(), replica)));
  }

  @Override
  public LiveRead pods(DueDeletion deletion) {
    boolean all =
        deletion.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED)
            && update.needsOthers(deletion.replica());
    return new LiveRead.ListOf(
        Pod.class,
        view.group().getMetadata().getNamespace(),
        all
            ? ChildLabels.scalingGroupPods(view.setName(), view.name())
            : ChildLabels.scalingGroupReplica(view.setName(), view.name(), deletion.replica()));
  }

  @Override
  public TeardownLevel recounted(Instant now) {
    return new GroupTeardown(view.recounted(), settings, queued, pods);
  }

  @Override
  public Action.PutStatus put(List<ReplicaDeletion> records) {
    PodCliqueScalingGroup written =
        view.group()
            .withStatus(
                PodCliqueScalingGroupStatusBuilder.builder(view.group().statusOrEmpty())
                    .replicaDeletions(records)
                    .conditions(
                        Teardowns.told(
                            records,
                            view.group().statusOrEmpty().conditions(),
                            view.group(),
                            view.now()))
                    .updateProgress(update.selecting(opened(records)))
                    .build());
    return new Action.PutStatus(written, true, GroupStatusWrite.PURPOSE);
  }

  /** Takes the start times from gangs of which all goes, before any of it does. */
  Stream<Action> clearedStarts() {
    Snapshot<PodCliqueScalingGroup> snapshot = view.snapshot();
    Function<String, Optional<PodClique>> cliques =
        name -> Children.owned(snapshot, PodClique.class, name);
    OpenTeardowns teardowns =
        OpenTeardowns.of(
            Stream.concat(
                records().stream(), view.set().statusOrEmpty().replicaDeletions().stream()),
            cliques);
    return new GangStarts(cliques, teardowns::of, StartTime.Begin.FIRST_RUNNING)
        .cleared(
            snapshot
                .observed()
                .all(PodGang.class)
                .filter(gang -> Ownership.isControlledBy(gang, view.set())));
  }

  private Stream<ReplicaDeletion> opened(List<ReplicaDeletion> records) {
    return records.stream()
        .filter(ReplicaDeletion::open)
        .filter(record -> !ReplicaDeletions.isOpen(records(), record.replicaIndex()));
  }

  @Override
  public Purpose deletion() {
    return DELETION;
  }

  @Override
  public Purpose reading() {
    return ReadFirst.SET;
  }

  @Override
  public String deletedReason() {
    return EventReasons.SCALING_GROUP_REPLICA_DELETE_SUCCESSFUL;
  }
}
