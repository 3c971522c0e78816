package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.MissingIndices;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import dev.coppice.testkit.oracle.UpdateFloor;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * No more indices of a clique, and replicas of a group, are missing than an update may have down:
 * such as had a Ready pod when the operator took them down, and have had none since. What waits for
 * a place is not counted.
 */
final class OneAtATime implements Rule {

  private static final String RULE = "an update takes no more at a time than it may";

  private final ClusterModel cluster;
  private final Map<String, MissingIndices> missingPods = new HashMap<>();
  private final Map<String, Set<Integer>> missingReplicas = new HashMap<>();

  OneAtATime(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /** Takes note of what has come back. */
  void changed(Change change) {
    if (change.now() instanceof Pod pod && PodFacts.isReady(pod)) {
      missingPods(PodFacts.ownerUid(pod)).noteReady(PodFacts.index(pod));
    }
    if (change.now() instanceof PodCliqueScalingGroup group && isObserved(group)) {
      missingReplicas
          .getOrDefault(group.getMetadata().getUid(), new TreeSet<>())
          .removeIf(replica -> replica >= group.getSpec().replicas());
    }
    if (change.now() instanceof PodClique clique) {
      if (reportsAll(clique)) {
        missingPods(clique.getMetadata().getUid())
            .giveUp(ready(clique).map(PodFacts::index).toList(), clique.getSpec().replicas());
      }
      cluster
          .all(PodCliqueScalingGroup.class)
          .filter(group -> Moment.isOwner(group, clique))
          .forEach(group ->
              missingReplicas
                  .getOrDefault(group.getMetadata().getUid(), new TreeSet<>())
                  .removeIf(replica -> isAvailable(group, replica)));
    }
  }

  // What is missing then is needed no more, whatever fails later.
  private static boolean reportsAll(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    return clique.getMetadata().getGeneration().equals(status.observedGeneration())
        && status.readyReplicas() >= clique.getSpec().replicas();
  }

  private MissingIndices missingPods(String cliqueUid) {
    return missingPods.computeIfAbsent(cliqueUid, _ -> new MissingIndices());
  }

  @Override
  public void check(Write write, Outcome outcome) {
    switch (write.action()) {
      case Action.Delete delete when write.stood().orElse(null) instanceof Pod pod ->
          checkPod(write.seen(), pod);
      case Action.PutStatus put
          when put.object() instanceof PodCliqueScalingGroup group
              && write.stood().orElse(null) instanceof PodCliqueScalingGroup before ->
          TeardownFacts.opened(before, group)
              .filter(record -> TeardownFacts.isForUpdate(record) && record.ready() > 0)
              .forEach(record -> checkReplica(group, record));
      default -> {}
    }
  }

  private void checkPod(Snapshot<?> seen, Pod pod) {
    if (!PodFacts.isLive(pod)
        || !PodFacts.saysReady(pod)
        || !PodFacts.label(pod, Labels.SCALING_GROUP).isEmpty()
        || !(seen.primary() instanceof PodClique clique)
        || !Moment.isOwner(clique, pod)
        || isScaleIn(seen, clique)) {
      return;
    }
    MissingIndices missing = missingPods(clique.getMetadata().getUid());
    missing.giveUp(
        Stream.concat(ready(clique), Stream.of(pod)).map(PodFacts::index).toList(),
        Math.min(replicasNow(clique), clique.getSpec().replicas()));
    String index = PodFacts.index(pod);
    List<String> others =
        missing.noteGoing(index).stream().filter(other -> !waits(clique, other)).toList();
    if (others.size() >= new UpdateFloor(cluster.moment()).mostOf(clique)) {
      throw new Broken(
          RULE, "%s: index %s went while %s were missing".formatted(clique, index, others));
    }
  }

  private boolean waits(PodClique clique, String index) {
    return UpdateFloor.waitForPlace(
        cluster.moment().pods(clique).filter(pod -> PodFacts.index(pod).equals(index)).toList());
  }

  /** Whether more pods than are asked for were seen. */
  static boolean isScaleIn(Snapshot<?> seen, PodClique clique) {
    long live =
        seen.observed()
            .all(Pod.class)
            .filter(pod -> Moment.isOwner(clique, pod) && PodFacts.isLive(pod))
            .count();
    return live > clique.getSpec().replicas();
  }

  private Stream<Pod> ready(PodClique clique) {
    return cluster
        .all(Pod.class)
        .filter(pod -> Moment.isOwner(clique, pod) && PodFacts.isReady(pod));
  }

  private int replicasNow(PodClique clique) {
    return cluster
        .all(PodClique.class)
        .filter(live -> live.getMetadata().getUid().equals(clique.getMetadata().getUid()))
        .mapToInt(live -> live.getSpec().replicas())
        .findFirst()
        .orElse(0);
  }

  private void checkReplica(PodCliqueScalingGroup group, ReplicaDeletion record) {
    Set<Integer> missing =
        missingReplicas.computeIfAbsent(group.getMetadata().getUid(), _ -> new TreeSet<>());
    missing.removeIf(replica -> replica >= group.getSpec().replicas());
    missing.add(record.replicaIndex());
    List<Integer> others =
        missing.stream()
            .filter(replica -> replica != record.replicaIndex() && !waits(group, replica))
            .toList();
    if (others.size() >= new UpdateFloor(cluster.moment()).mostOf(group)) {
      throw new Broken(RULE, "%s: replicas %s are missing".formatted(group, missing));
    }
  }

  private boolean waits(PodCliqueScalingGroup group, int replica) {
    Moment moment = cluster.moment();
    return UpdateFloor.waitForPlace(moment.cliques(group, replica).flatMap(moment::pods).toList());
  }

  // An index that the operator has seen given up begins anew when it is asked for again.
  private static boolean isObserved(PodCliqueScalingGroup group) {
    return group.getMetadata().getGeneration().equals(group.statusOrEmpty().observedGeneration());
  }

  private boolean isAvailable(PodCliqueScalingGroup group, int replica) {
    List<PodClique> cliques = cluster.moment().cliques(group, replica).toList();
    return cliques.size() == group.getSpec().cliqueNames().size()
        && cliques.stream()
            .allMatch(clique -> clique.statusOrEmpty().readyReplicas() >= PodFacts.minimum(clique));
  }
}
