package dev.coppice.core.tree;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.ReleasedPodClique;
import dev.coppice.core.child.Children;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The PodCliques of a set, its own and those of its scaling groups. Names are used again after a
 * deletion, so both ways down to a PodClique are judged by UID.
 */
public final class SetCliques {

  private final Observed observed;
  private final String namespace;
  private final Set<String> owners;

  /** The PodCliques in view of a set. */
  public SetCliques(Snapshot<PodCliqueSet> snapshot) {
    observed = snapshot.observed();
    namespace = snapshot.primary().getMetadata().getNamespace();
    owners =
        Stream.concat(
                Stream.of(snapshot.primary()),
                Children.owned(snapshot, PodCliqueScalingGroup.class))
            .map(owner -> owner.getMetadata().getUid())
            .collect(Collectors.toSet());
  }

  /** The PodCliques of one replica of the set, terminating ones included. */
  public Stream<PodClique> ofReplica(int replica) {
    return placedIn(replica).filter(this::isOwned);
  }

  /**
   * The same with those that take part in an attempt, whatever became of their labels and owners:
   * the UID says who they are.
   */
  public Stream<PodClique> ofReplica(int replica, Collection<ReleasedPodClique> released) {
    return Stream.concat(
        ofReplica(replica),
        released.stream()
            .flatMap(this::find)
            .filter(clique -> !(isOwned(clique) && isPlacedIn(clique, replica))));
  }

  /** All PodCliques that stay, of the set or of nobody. */
  public Stream<PodClique> stayingOrOfNobody() {
    return observed
        .all(PodClique.class)
        .filter(clique -> !Ownership.isTerminating(clique))
        .filter(clique -> isOwned(clique) || Ownership.controller(clique).isEmpty());
  }

  private Stream<PodClique> placedIn(int replica) {
    return observed.all(PodClique.class).filter(clique -> isPlacedIn(clique, replica));
  }

  private static boolean isPlacedIn(PodClique clique, int replica) {
    return Relatives.label(clique, Labels.SET_REPLICA_INDEX)
        .filter(Integer.toString(replica)::equals)
        .isPresent();
  }

  private Stream<PodClique> find(ReleasedPodClique released) {
    return observed
        .get(PodClique.class, namespace, released.name())
        .filter(clique -> clique.getMetadata().getUid().equals(released.uid()))
        .stream();
  }

  /** All PodCliques of the set that stay. */
  public Stream<PodClique> staying() {
    return observed
        .all(PodClique.class)
        .filter(clique -> !Ownership.isTerminating(clique))
        .filter(this::isOwned);
  }

  /** The PodClique of that name, if it belongs to the set and stays. */
  public Optional<PodClique> find(String name) {
    return observed
        .get(PodClique.class, namespace, name)
        .filter(clique -> !Ownership.isTerminating(clique))
        .filter(this::isOwned);
  }

  /** Whether the set, or a scaling group of it, controls a PodClique. */
  public boolean isOwned(PodClique clique) {
    return Ownership.controller(clique).filter(o -> owners.contains(o.getUid())).isPresent();
  }
}
