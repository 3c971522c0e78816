package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What stood in the cluster at an instant.
 *
 * @param at the instant
 * @param objects everything that stood; stored objects never change
 */
public record Moment(Instant at, List<HasMetadata> objects) {

  /** All objects of a kind. */
  public <T extends HasMetadata> Stream<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast);
  }

  /** The object itself, if it stood. */
  public <T extends HasMetadata> Optional<T> find(Class<T> type, String uid) {
    return all(type).filter(object -> object.getMetadata().getUid().equals(uid)).findFirst();
  }

  /** The groups of one replica of a set. */
  public Stream<PodCliqueScalingGroup> groups(PodCliqueSet set, int replica) {
    return all(PodCliqueScalingGroup.class)
        .filter(group -> isOwner(set, group))
        .filter(group -> isAt(group, Labels.SET_REPLICA_INDEX, replica));
  }

  /** The PodCliques of one replica of a set, members of its groups included. */
  public Stream<PodClique> cliques(PodCliqueSet set, int replica) {
    List<PodCliqueScalingGroup> groups = groups(set, replica).toList();
    return all(PodClique.class)
        .filter(clique ->
            isOwner(set, clique) || groups.stream().anyMatch(group -> isOwner(group, clique)))
        .filter(clique -> isAt(clique, Labels.SET_REPLICA_INDEX, replica));
  }

  /** The PodCliques of one replica of a group. */
  public Stream<PodClique> cliques(PodCliqueScalingGroup group, int replica) {
    return all(PodClique.class)
        .filter(clique -> isOwner(group, clique))
        .filter(clique -> isAt(clique, Labels.SCALING_GROUP_REPLICA_INDEX, replica));
  }

  /** How many pods of a PodClique were Ready. */
  public int ready(PodClique clique) {
    return (int)
        all(Pod.class).filter(pod -> isOwner(clique, pod) && PodFacts.isReady(pod)).count();
  }

  /** When a pod of a PodClique ceased to be Ready for the last time; empty if none tells. */
  public Optional<Instant> lastLoss(PodClique clique) {
    return all(Pod.class)
        .filter(pod -> isOwner(clique, pod) && !PodFacts.saysReady(pod))
        .flatMap(pod -> PodFacts.readyTransition(pod).stream())
        .max(Comparator.naturalOrder());
  }

  /** Whether a PodClique had as many Ready pods as it has to. */
  public boolean isWhole(PodClique clique) {
    return ready(clique) >= PodFacts.minimum(clique);
  }

  /** Whether a group had as many whole replicas as it has to. */
  public boolean isAvailable(PodCliqueScalingGroup group) {
    int replicas = group.getSpec().replicas();
    long whole = IntStream.range(0, replicas).filter(replica -> isWhole(group, replica)).count();
    return whole >= Math.min(group.getSpec().minAvailable(), replicas);
  }

  private boolean isWhole(PodCliqueScalingGroup group, int replica) {
    List<PodClique> cliques = cliques(group, replica).toList();
    return cliques.size() == group.getSpec().cliqueNames().size()
        && cliques.stream().allMatch(clique -> !PodFacts.isTerminating(clique) && isWhole(clique));
  }

  /** Whether one object controls another. */
  public static boolean isOwner(HasMetadata owner, HasMetadata object) {
    return owner.getMetadata().getUid().equals(PodFacts.ownerUid(object));
  }

  /** The index that a label of an object tells. */
  public static int replica(HasMetadata object, String label) {
    return Integer.parseInt(PodFacts.label(object, label));
  }

  private static boolean isAt(HasMetadata object, String label, int replica) {
    return PodFacts.label(object, label).equals(Integer.toString(replica));
  }
}
