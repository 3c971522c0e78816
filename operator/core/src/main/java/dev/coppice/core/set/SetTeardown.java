package dev.coppice.core.set;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.child.Children;
import dev.coppice.core.explain.Teardowns;
import dev.coppice.core.group.GroupRecount;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.recreation.DueDeletion;
import dev.coppice.core.recreation.ReplicaDeletions;
import dev.coppice.core.recreation.TeardownLevel;
import dev.coppice.core.recreation.TerminationDelays;
import dev.coppice.core.recreation.TerminationSettings;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A whole replica of a set is torn down when one of its standalone cliques, or one of its scaling
 * groups as a whole, has been breached for too long.
 */
final class SetTeardown implements TeardownLevel {

  private static final Purpose DELETION =
      Purpose.announcedOnFailure(
          ErrorCodes.DELETE_SET_REPLICA,
          "deleted",
          "PodClique",
          EventReasons.SET_REPLICA_DELETE_FAILED);
  static final Purpose READING =
      Purpose.unannounced(ErrorCodes.COMPUTE_SET_REPLICA_DELETION, "read", "replica");

  private final SetView view;
  private final TerminationSettings settings;
  private final TerminationDelays delays;

  SetTeardown(SetView view, TerminationSettings settings) {
    this.view = view;
    this.settings = settings;
    this.delays = TerminationDelays.of(view.set(), settings);
  }

  @Override
  public List<ReplicaDeletion> records() {
    return view.status().replicaDeletions();
  }

  @Override
  public Stream<DueDeletion> deletions() {
    return delays.ofSet().isEmpty()
        ? Stream.empty()
        : IntStream.range(0, view.counted()).boxed().flatMap(this::breaches);
  }

  private Stream<DueDeletion> breaches(int replica) {
    Stream<DueDeletion> standalone =
        delays.ofSet().stream()
            .flatMap(delay ->
                view.standaloneCliques().stream()
                    .map(clique -> view.nameOf(replica, clique))
                    .flatMap(name -> view.podCliques().find(name).stream())
                    .flatMap(clique -> DueDeletion.of(replica, clique, delay).stream()));
    Stream<DueDeletion> groups =
        view.groupConfigs().stream()
            .flatMap(group ->
                delays.ofGroup(group).stream().flatMap(d -> breach(replica, group, d).stream()));
    return Stream.concat(standalone, groups);
  }

  private Optional<DueDeletion> breach(
      int replica, PodCliqueScalingGroupConfig config, Duration delay) {
    return view.group(replica, config)
        .filter(group -> Breaches.since(group.statusOrEmpty().conditions()).isPresent())
        .flatMap(group -> DueDeletion.of(replica, group, members(replica, config, group), delay));
  }

  private List<PodClique> members(
      int replica, PodCliqueScalingGroupConfig config, PodCliqueScalingGroup group) {
    String index = Labels.SCALING_GROUP_REPLICA_INDEX;
    int replicas = view.sizes().replicas(replica, config);
    return view.podCliques()
        .ofReplica(replica)
        .filter(clique -> !Ownership.isTerminating(clique))
        .filter(clique -> Ownership.isControlledBy(clique, group))
        .filter(clique -> !ReplicaIndex.isBeyond(clique, index, replicas))
        .toList();
  }

  @Override
  public boolean isOverruled() {
    return false;
  }

  @Override
  public Stream<PodClique> cliques(int replica) {
    Set<String> tornDownByTheirGroup =
        ReplicaDeletions.listed(
            Children.owned(view.snapshot(), PodCliqueScalingGroup.class)
                .flatMap(group -> group.statusOrEmpty().replicaDeletions().stream()));
    return view.podCliques()
        .ofReplica(replica)
        .filter(clique -> !tornDownByTheirGroup.contains(clique.getMetadata().getUid()));
  }

  @Override
  public boolean isTemplateTaken() {
    return view.trial().isTaken();
  }

  @Override
  public List<Action.Try> trials() {
    return view.trial().all();
  }

  @Override
  public List<LiveRead> reads(int replica) {
    String namespace = view.set().getMetadata().getNamespace();
    Map<String, String> labels = ChildLabels.setReplica(view.name(), replica);
    LiveRead own = new LiveRead.Get(ObjectKey.of(view.set()));
    LiveRead members = new LiveRead.ListOf(PodClique.class, namespace, labels);
    return view.groupConfigs().isEmpty()
        ? List.of(own, members)
        : List.of(
            own, new LiveRead.ListOf(PodCliqueScalingGroup.class, namespace, labels), members);
  }

  @Override
  public LiveRead pods(DueDeletion deletion) {
    return new LiveRead.ListOf(
        Pod.class,
        view.set().getMetadata().getNamespace(),
        ChildLabels.setReplica(view.name(), deletion.replica()));
  }

  @Override
  public TeardownLevel recounted(Instant now) {
    return new SetTeardown(
        view.in(GroupRecount.of(view.snapshot(), view.resolved(), now)), settings);
  }

  @Override
  public Action.PutStatus put(List<ReplicaDeletion> records) {
    PodCliqueSet written =
        view.set()
            .withStatus(
                PodCliqueSetStatusBuilder.builder(view.status())
                    .replicaDeletions(records)
                    .conditions(
                        Teardowns.told(records, view.status().conditions(), view.set(), view.now()))
                    .build());
    return new Action.PutStatus(written, true, SetStatusWrite.PURPOSE);
  }

  @Override
  public Purpose deletion() {
    return DELETION;
  }

  @Override
  public Purpose reading() {
    return READING;
  }

  @Override
  public String deletedReason() {
    return EventReasons.SET_REPLICA_DELETE_SUCCESSFUL;
  }

  /** The records with those completed of which everything is there again. */
  static List<ReplicaDeletion> completed(SetView view) {
    return ReplicaDeletions.completed(
        view.status().replicaDeletions(),
        replica -> replica >= view.replicas() ? Set.of() : view.wantedNames(replica),
        (name, uid) ->
            view.podCliques()
                .find(name)
                .filter(clique -> !clique.getMetadata().getUid().equals(uid))
                .isPresent(),
        view.now());
  }
}
