package dev.coppice.simulator.rule;

import static java.util.Objects.requireNonNull;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Only what a record names is deleted by it, as it stood when it was recorded, and comes back as it
 * went when all of it is gone.
 */
final class Teardowns implements Rule {

  private static final String RECORDED = "the record comes before the delete";
  private static final String GONE = "nothing is made again before all is gone";
  private static final String REPLICAS = "replicas survive a teardown";

  private final ClusterModel cluster;
  private final Map<String, Integer> replicasWhenDeleted = new LinkedHashMap<>();
  private final Map<String, Integer> recordings = new HashMap<>();

  Teardowns(ClusterModel cluster) {
    this.cluster = cluster;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    switch (write.action()) {
      case Action.Delete delete when write.stood().orElse(null) instanceof PodClique clique ->
          checkDelete(write, delete, clique);
      case Action.Create create when create.object() instanceof PodClique clique ->
          checkCreate(write, clique);
      case Action.PutStatus put ->
          TeardownFacts.opened(write.stood().orElse(null), put.object())
              .flatMap(record -> TeardownFacts.uids(record).stream())
              .forEach(uid -> recordings.merge(uid, 1, Integer::sum));
      default -> {}
    }
  }

  /** Takes note of a call that nobody waited for. */
  void landed(Write write) {
    if (write.action() instanceof Action.Delete delete
        && write.stood().orElse(null) instanceof PodClique clique
        && !isSurplus(write, delete, clique)
        && listed(write.seen().primary(), delete.uid()).isPresent()) {
      replicasWhenDeleted.put(delete.uid(), clique.getSpec().replicas());
    }
  }

  private void checkDelete(Write write, Action.Delete delete, PodClique stood) {
    HasMetadata primary = write.seen().primary();
    Optional<DeletedPodClique> listed = listed(primary, delete.uid());
    if (isSurplus(write, delete, stood) || isLeftover(stood)) {
      return;
    }
    if (listed.isPresent()) {
      if (listed.get().replicas() != stood.getSpec().replicas()) {
        throw new Broken(
            REPLICAS,
            "%s was deleted at %d, recorded as %s"
                .formatted(stood, stood.getSpec().replicas(), listed.get()));
      }
      replicasWhenDeleted.put(delete.uid(), listed.get().replicas());
    } else {
      throw new Broken(RECORDED, delete.target() + " was deleted without a record");
    }
  }

  private static Optional<DeletedPodClique> listed(HasMetadata owner, String uid) {
    return TeardownFacts.of(owner).stream()
        .filter(ReplicaDeletion::deleting)
        .flatMap(record -> record.podCliques().stream())
        .filter(clique -> clique.uid().equals(uid))
        .findFirst();
  }

  // What is asked for no more goes by the scale-in, listed or not, and takes its replicas along.
  private static boolean isSurplus(Write write, Action.Delete delete, PodClique clique) {
    return delete.resourceVersion() == null && !isWanted(write.seen().primary(), clique);
  }

  // By what there is, and not by what anybody has seen.
  private boolean isLeftover(PodClique clique) {
    return !PodFacts.ownerUid(clique).isEmpty()
        && Stream.concat(cluster.all(PodCliqueSet.class), cluster.all(PodCliqueScalingGroup.class))
            .noneMatch(owner -> owner.getMetadata().getUid().equals(PodFacts.ownerUid(clique)));
  }

  // Judged by what was seen: a scale may have come since.
  private static boolean isWanted(HasMetadata primary, PodClique clique) {
    return switch (primary) {
      case PodCliqueSet set ->
          Moment.replica(clique, Labels.SET_REPLICA_INDEX) < set.getSpec().replicas();
      case PodCliqueScalingGroup group ->
          Moment.replica(clique, Labels.SCALING_GROUP_REPLICA_INDEX) < group.getSpec().replicas();
      default -> false;
    };
  }

  private void checkCreate(Write write, PodClique created) {
    HasMetadata primary = write.seen().primary();
    int setReplica = Moment.replica(created, Labels.SET_REPLICA_INDEX);
    if (primary instanceof PodCliqueScalingGroup group) {
      int replica = Moment.replica(created, Labels.SCALING_GROUP_REPLICA_INDEX);
      checkGone(group, replica, created);
      PodCliqueSet set = setJustRead(write, group);
      checkGone(set, setReplica, created);
    } else {
      checkGone(primary, setReplica, created);
    }
    checkReplicas(write, created);
  }

  private static PodCliqueSet setJustRead(Write write, PodCliqueScalingGroup group) {
    return write
        .read()
        .flatMap(moment -> moment.find(PodCliqueSet.class, PodFacts.ownerUid(group)))
        .orElseThrow(() -> new Broken(GONE, group + " made a member without a look at its set"));
  }

  private static void checkGone(HasMetadata owner, int replica, PodClique created) {
    if (TeardownFacts.open(owner, replica).filter(ReplicaDeletion::deleting).isPresent()) {
      throw new Broken(GONE, created.getMetadata().getName() + " was made too early");
    }
  }

  // Of several open records the one that deleted last counts. No lock covers a set and a group:
  // where both have recorded a PodClique, one deletes it and the other may know an older scale.
  private void checkReplicas(Write write, PodClique created) {
    List<DeletedPodClique> recorded =
        knowable(write)
            .filter(ReplicaDeletion::open)
            .flatMap(record -> record.podCliques().stream())
            .filter(listed -> listed.name().equals(created.getMetadata().getName()))
            .filter(listed -> replicasWhenDeleted.containsKey(listed.uid()))
            .toList();
    Optional<DeletedPodClique> last =
        recorded.stream().max((one, other) -> Integer.compare(order(one), order(other)));
    if (last.isEmpty()) {
      return;
    }
    int went = requireNonNull(replicasWhenDeleted.get(last.get().uid()));
    int came = created.getSpec().replicas();
    boolean recordedTwice = recordings.getOrDefault(last.get().uid(), 0) > 1;
    if (came != went && !(recordedTwice && recorded.stream().anyMatch(r -> r.replicas() == came))) {
      throw new Broken(
          REPLICAS,
          "%s went with %d and came back with %d by %s"
              .formatted(created, went, came, write.seen().primary()));
    }
  }

  // Nothing keeps a set from recording between a group's look at it and the Create that follows.
  private Stream<ReplicaDeletion> knowable(Write write) {
    Moment now = cluster.moment();
    Moment sets =
        write.seen().primary() instanceof PodCliqueScalingGroup ? write.read().orElse(now) : now;
    return TeardownFacts.in(
        Stream.concat(sets.all(PodCliqueSet.class), now.all(PodCliqueScalingGroup.class)));
  }

  private int order(DeletedPodClique listed) {
    return replicasWhenDeleted.keySet().stream().toList().indexOf(listed.uid());
  }
}
