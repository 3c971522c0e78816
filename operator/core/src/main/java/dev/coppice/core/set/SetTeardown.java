package dev.coppice.core.set;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.clique.ChildLabels;
import dev.coppice.core.clique.CliqueTemplates;
import dev.coppice.core.clique.ReplicaIndex;
import dev.coppice.core.gang.Breaches;
import dev.coppice.core.gang.GroupSizes;
import dev.coppice.core.gang.SetCliques;
import dev.coppice.core.group.GroupRecount;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Query;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.termination.DueDeletion;
import dev.coppice.core.termination.ReplicaDeletions;
import dev.coppice.core.termination.TeardownLevel;
import dev.coppice.core.termination.TerminationDelays;
import dev.coppice.core.termination.TerminationSettings;
import dev.coppice.core.validity.Validity;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A whole replica of a set is torn down when one of its standalone cliques, or one of its scaling
 * groups as a whole, has been breached for too long.
 */
final class SetTeardown implements TeardownLevel {

  private static final Purpose DELETION =
      new Purpose(
          ErrorCodes.DELETE_SET_REPLICA,
          "deleted",
          List.of(new Purpose.Count(1, "PodClique")),
          null,
          EventReasons.SET_REPLICA_DELETE_FAILED);
  private static final Purpose READING =
      Purpose.unannounced(ErrorCodes.COMPUTE_SET_REPLICA_DELETION, "read", "replica");

  private final Snapshot<PodCliqueSet> snapshot;
  private final PodCliqueSet set;
  private final PodCliqueSetTemplate template;
  private final SetCliques cliques;
  private final GroupSizes sizes;
  private final int counted;
  private final Validity validity;
  private final TerminationSettings settings;
  private final TerminationDelays delays;

  /**
   * The teardowns of a set, of whose replicas the first {@code counted} are looked at: what makes a
   * set invalid may be a number that has no bound.
   */
  SetTeardown(
      Snapshot<PodCliqueSet> snapshot,
      SetCliques cliques,
      GroupSizes sizes,
      int counted,
      Validity validity,
      TerminationSettings settings) {
    this.snapshot = snapshot;
    this.set = snapshot.primary();
    this.template = set.getSpec().template();
    this.cliques = cliques;
    this.sizes = sizes;
    this.counted = counted;
    this.validity = validity;
    this.settings = settings;
    this.delays = TerminationDelays.of(set, settings);
  }

  @Override
  public List<ReplicaDeletion> records() {
    return set.statusOrEmpty().replicaDeletions();
  }

  @Override
  public Stream<DueDeletion> deletions() {
    return delays.ofSet().isEmpty()
        ? Stream.empty()
        : IntStream.range(0, counted).boxed().flatMap(this::breaches);
  }

  private Stream<DueDeletion> breaches(int replica) {
    Stream<DueDeletion> standalone =
        delays.ofSet().stream()
            .flatMap(delay ->
                CliqueTemplates.standalone(template).stream()
                    .map(clique -> standaloneName(replica, clique))
                    .flatMap(name -> cliques.find(name).stream())
                    .flatMap(clique -> DueDeletion.of(replica, clique, delay).stream()));
    Stream<DueDeletion> groups =
        template.podCliqueScalingGroups().stream()
            .flatMap(group ->
                delays.ofGroup(group).stream().flatMap(d -> breach(replica, group, d).stream()));
    return Stream.concat(standalone, groups);
  }

  private Optional<DueDeletion> breach(
      int replica, PodCliqueScalingGroupConfig config, Duration delay) {
    return Children.owned(
            snapshot,
            PodCliqueScalingGroup.class,
            Names.podCliqueScalingGroup(set.getMetadata().getName(), replica, config.name()))
        .filter(group -> Breaches.since(group.statusOrEmpty().conditions()).isPresent())
        .flatMap(group -> DueDeletion.of(replica, group, members(replica, config, group), delay));
  }

  private List<PodClique> members(
      int replica, PodCliqueScalingGroupConfig config, PodCliqueScalingGroup group) {
    String index = Labels.SCALING_GROUP_REPLICA_INDEX;
    int replicas = sizes.replicas(replica, config);
    return cliques
        .ofReplica(replica)
        .filter(clique -> !Ownership.isTerminating(clique))
        .filter(clique -> Ownership.isControlledBy(clique, group))
        .filter(clique -> !ReplicaIndex.isBeyond(clique, index, replicas))
        .toList();
  }

  @Override
  public Stream<PodClique> cliques(int replica) {
    Set<String> tornDownByTheirGroup =
        ReplicaDeletions.listed(
            Children.owned(snapshot, PodCliqueScalingGroup.class)
                .flatMap(group -> group.statusOrEmpty().replicaDeletions().stream()));
    return cliques
        .ofReplica(replica)
        .filter(clique -> !tornDownByTheirGroup.contains(clique.getMetadata().getUid()));
  }

  @Override
  public List<Query> reads(int replica) {
    String namespace = set.getMetadata().getNamespace();
    Map<String, String> labels = ChildLabels.setReplica(set.getMetadata().getName(), replica);
    Query own = new Query.Get(ObjectKey.of(set));
    Query members = new Query.ListOf(PodClique.class, namespace, labels);
    return template.podCliqueScalingGroups().isEmpty()
        ? List.of(own, members)
        : List.of(own, new Query.ListOf(PodCliqueScalingGroup.class, namespace, labels), members);
  }

  @Override
  public Query pods(int replica) {
    return new Query.ListOf(
        Pod.class,
        set.getMetadata().getNamespace(),
        ChildLabels.setReplica(set.getMetadata().getName(), replica));
  }

  @Override
  public TeardownLevel recounted(Instant now) {
    Snapshot<PodCliqueSet> recounted = GroupRecount.of(snapshot, validity, now);
    return new SetTeardown(
        recounted, new SetCliques(recounted), sizes, counted, validity, settings);
  }

  @Override
  public Action.PutStatus put(List<ReplicaDeletion> records) {
    PodCliqueSet written =
        set.withStatus(
            PodCliqueSetStatusBuilder.builder(set.statusOrEmpty())
                .replicaDeletions(records)
                .build());
    return new Action.PutStatus(written, true, SetStatus.WRITE);
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
  List<ReplicaDeletion> completed(Instant now) {
    return ReplicaDeletions.completed(
        records(),
        this::wanted,
        (name, uid) ->
            cliques.find(name).filter(c -> !c.getMetadata().getUid().equals(uid)).isPresent(),
        now);
  }

  private Set<String> wanted(int replica) {
    if (replica >= set.getSpec().replicas()) {
      return Set.of();
    }
    Stream<String> standalone =
        CliqueTemplates.standalone(template).stream().map(c -> standaloneName(replica, c));
    Stream<String> grouped =
        template.podCliqueScalingGroups().stream().flatMap(group -> memberNames(replica, group));
    return Stream.concat(standalone, grouped).collect(Collectors.toSet());
  }

  private String standaloneName(int replica, PodCliqueTemplate clique) {
    return Names.standalonePodClique(set.getMetadata().getName(), replica, clique.name());
  }

  private Stream<String> memberNames(int replica, PodCliqueScalingGroupConfig group) {
    return IntStream.range(0, sizes.replicas(replica, group))
        .boxed()
        .flatMap(j ->
            CliqueTemplates.named(template, group.cliqueNames()).stream()
                .map(clique ->
                    Names.groupPodClique(
                        set.getMetadata().getName(), replica, group.name(), j, clique.name())));
  }
}
