package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A record is closed when those of its PodCliques that are still wanted are there again. */
final class TeardownRecords implements Rule {

  private static final String RULE = "a record is closed when its replica is there again";

  private final ClusterModel cluster;
  private final Set<String> recorded = new HashSet<>();

  TeardownRecords(ClusterModel cluster) {
    this.cluster = cluster;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    if (write.action() instanceof Action.PutStatus put) {
      HasMetadata before = write.stood().orElse(null);
      TeardownFacts.opened(before, put.object())
          .forEach(record -> recorded.addAll(TeardownFacts.uids(record)));
      TeardownFacts.of(before).stream()
          .filter(ReplicaDeletion::open)
          .filter(record -> isClosed(record, put.object()))
          .forEach(record -> checkClosed(write.seen(), record));
    }
  }

  private static boolean isClosed(ReplicaDeletion record, HasMetadata written) {
    return TeardownFacts.same(record, written).filter(now -> !now.open()).isPresent();
  }

  private void checkClosed(Snapshot<?> seen, ReplicaDeletion record) {
    if (record.goneAt() == null && record.podCliques().stream().allMatch(this::stands)) {
      // It was taken back before anything went; what is still breached comes to another one.
      record.podCliques().forEach(listed -> recorded.remove(listed.uid()));
      return;
    }
    Set<String> wanted = wanted(seen, record.replicaIndex());
    for (DeletedPodClique listed : record.podCliques()) {
      if (!wanted.contains(listed.name())) {
        // What is asked for no more goes as any other surplus, unless it is asked for again.
        recorded.remove(listed.uid());
      } else if (!isMadeAgain(seen, listed)) {
        throw new Broken(RULE, "%s was closed without %s".formatted(record, listed));
      }
    }
  }

  private boolean stands(DeletedPodClique listed) {
    return cluster
        .all(PodClique.class)
        .filter(clique -> !PodFacts.isTerminating(clique))
        .anyMatch(clique -> clique.getMetadata().getUid().equals(listed.uid()));
  }

  private static boolean isMadeAgain(Snapshot<?> seen, DeletedPodClique listed) {
    return seen.observed()
        .get(PodClique.class, seen.primary().getMetadata().getNamespace(), listed.name())
        .filter(clique -> !clique.getMetadata().getUid().equals(listed.uid()))
        .isPresent();
  }

  private static Set<String> wanted(Snapshot<?> seen, int replica) {
    return switch (seen.primary()) {
      case PodCliqueSet set -> wanted(seen, set, replica);
      case PodCliqueScalingGroup group ->
          replica < group.getSpec().replicas() ? members(group, replica) : Set.of();
      default -> Set.of();
    };
  }

  private static Set<String> wanted(Snapshot<?> seen, PodCliqueSet set, int replica) {
    if (replica >= set.getSpec().replicas()) {
      return Set.of();
    }
    Set<String> grouped =
        set.getSpec().template().podCliqueScalingGroups().stream()
            .flatMap(config -> config.cliqueNames().stream())
            .collect(Collectors.toSet());
    Stream<String> standalone =
        set.getSpec().template().cliques().stream()
            .map(PodCliqueTemplate::name)
            .filter(clique -> !grouped.contains(clique))
            .map(clique -> Names.standalonePodClique(set.getMetadata().getName(), replica, clique));
    return Stream.concat(
            standalone,
            set.getSpec().template().podCliqueScalingGroups().stream()
                .flatMap(config -> members(seen, set, replica, config)))
        .collect(Collectors.toSet());
  }

  private static Stream<String> members(
      Snapshot<?> seen, PodCliqueSet set, int replica, PodCliqueScalingGroupConfig config) {
    String setName = set.getMetadata().getName();
    Optional<PodCliqueScalingGroup> group =
        seen.observed()
            .get(
                PodCliqueScalingGroup.class,
                set.getMetadata().getNamespace(),
                Names.podCliqueScalingGroup(setName, replica, config.name()))
            .filter(found -> Moment.isOwner(set, found));
    int size = group.map(found -> found.getSpec().replicas()).orElse(config.replicas());
    return IntStream.range(0, size)
        .boxed()
        .flatMap(j ->
            config.cliqueNames().stream()
                .map(clique -> Names.groupPodClique(setName, replica, config.name(), j, clique)));
  }

  private static Set<String> members(PodCliqueScalingGroup group, int replica) {
    return group.getSpec().cliqueNames().stream()
        .map(clique -> "%s-%d-%s".formatted(group.getMetadata().getName(), replica, clique))
        .collect(Collectors.toSet());
  }

  /** Judges what stands when nothing is left to do. */
  void withNothingLeft() {
    cluster
        .all(PodClique.class)
        .filter(clique -> recorded.contains(clique.getMetadata().getUid()))
        .forEach(clique -> {
          throw new Broken(
              "a replica is torn down as a whole",
              "%s of replica %s is still there"
                  .formatted(clique, PodFacts.label(clique, Labels.SET_REPLICA_INDEX)));
        });
  }
}
