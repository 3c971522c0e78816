package dev.coppice.core.set;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.template.CliqueTemplates;
import dev.coppice.core.topology.SetTopology;
import dev.coppice.core.training.AttemptReports;
import dev.coppice.core.tree.GroupSizes;
import dev.coppice.core.tree.SetCliques;
import dev.coppice.core.trial.TemplateTrial;
import dev.coppice.core.trial.TrialPods;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the decisions of one round about a set with all its parts read, taken from the snapshot
 * once.
 *
 * @param seen the snapshot of the round, its primary with defaults
 * @param snapshot the same without what PodCliques say about another attempt than the recorded one
 * @param now the instant of the round
 * @param resolved the set
 * @param podCliques the PodCliques of the set and its groups
 * @param sizes how large its groups are
 * @param counted how many replicas are looked at: a number without bound is not counted up to
 * @param topology what is known of the topology that it names
 * @param queues what is configured about queues
 * @param pods makes the pods with which templates are tried
 * @param trial whether the API server takes its templates
 */
record SetView(
    Snapshot<PodCliqueSet> seen,
    Snapshot<PodCliqueSet> snapshot,
    Instant now,
    ResolvedSet.Complete resolved,
    SetCliques podCliques,
    GroupSizes sizes,
    int counted,
    SetTopology topology,
    QueueSettings queues,
    TrialPods pods,
    TemplateTrial trial) {

  static SetView of(Snapshot<PodCliqueSet> seen, ResolvedSet.Complete resolved, Instant now) {
    return of(seen, resolved, QueueSettings.OFF, TrialPods.NONE, now);
  }

  static SetView of(
      Snapshot<PodCliqueSet> seen,
      ResolvedSet.Complete resolved,
      QueueSettings queues,
      TrialPods pods,
      Instant now) {
    Snapshot<PodCliqueSet> snapshot = AttemptReports.current(seen, resolved.set());
    SetCliques cliques = new SetCliques(snapshot);
    GroupSizes sizes =
        GroupSizes.of(
            resolved.set(),
            snapshot.observed().all(PodCliqueScalingGroup.class),
            group -> resolved.findings(group).isAllowed());
    return new SetView(
        seen,
        snapshot,
        now,
        resolved,
        cliques,
        sizes,
        counted(snapshot, resolved),
        SetTopology.of(resolved.set(), snapshot.observed(), resolved.isTopologyAware()),
        queues,
        pods,
        new TemplateTrial(snapshot, resolved, cliques, sizes, pods));
  }

  private static int counted(Snapshot<PodCliqueSet> snapshot, ResolvedSet.Complete resolved) {
    int replicas = resolved.set().getSpec().replicas();
    return resolved.isBounded()
        ? replicas
        : ReplicaIndex.within(
            replicas,
            Stream.concat(
                Children.owned(snapshot, PodClique.class),
                Children.owned(snapshot, PodCliqueScalingGroup.class)),
            Labels.SET_REPLICA_INDEX);
  }

  /** The same with other objects in view. */
  SetView in(Snapshot<PodCliqueSet> other) {
    SetCliques cliques = new SetCliques(other);
    return new SetView(
        other,
        other,
        now,
        resolved,
        cliques,
        sizes,
        counted,
        topology,
        queues,
        pods,
        new TemplateTrial(other, resolved, cliques, sizes, pods));
  }

  PodCliqueSet set() {
    return resolved.set();
  }

  PodCliqueSetStatus status() {
    return set().statusOrEmpty();
  }

  String name() {
    return set().getMetadata().getName();
  }

  int replicas() {
    return set().getSpec().replicas();
  }

  PodCliqueSetTemplate template() {
    return set().getSpec().template();
  }

  /** The cliques that are in no scaling group. */
  List<PodCliqueTemplate> standaloneCliques() {
    return CliqueTemplates.standalone(template());
  }

  List<PodCliqueScalingGroupConfig> groupConfigs() {
    return template().podCliqueScalingGroups();
  }

  String nameOf(int replica, PodCliqueTemplate standalone) {
    return Names.standalonePodClique(name(), replica, standalone.name());
  }

  String nameOf(int replica, PodCliqueScalingGroupConfig group) {
    return Names.podCliqueScalingGroup(name(), replica, group.name());
  }

  /** The names of the PodCliques of one replica of a group. */
  Stream<String> memberNames(int replica, PodCliqueScalingGroupConfig group, int groupReplica) {
    return CliqueTemplates.named(template(), group.cliqueNames()).stream()
        .map(clique ->
            Names.groupPodClique(name(), replica, group.name(), groupReplica, clique.name()));
  }

  /** The names of all PodCliques of a replica, those of its groups included. */
  Set<String> wantedNames(int replica) {
    Stream<String> standalone = standaloneCliques().stream().map(clique -> nameOf(replica, clique));
    Stream<String> grouped =
        groupConfigs().stream()
            .flatMap(group ->
                IntStream.range(0, sizes.replicas(replica, group))
                    .boxed()
                    .flatMap(index -> memberNames(replica, group, index)));
    return Stream.concat(standalone, grouped).collect(Collectors.toSet());
  }

  boolean isTraining() {
    return set().getSpec().trains();
  }

  /** The group of one replica, if it is there and stays. */
  Optional<PodCliqueScalingGroup> group(int replica, PodCliqueScalingGroupConfig group) {
    return Children.owned(snapshot, PodCliqueScalingGroup.class, nameOf(replica, group));
  }
}
