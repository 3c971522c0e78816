package dev.coppice.core.placement;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where members of placements stand. Neither their pods nor the labels of nodes are in any cache
 * that a set reads, so both are read once, when a placement with a topology has all its pods.
 */
final class GangDomains {

  /** How many nodes are asked for before it is left open: one that was bound to may be gone. */
  private static final int NODES = 3;

  private final Snapshot<?> snapshot;
  private final String namespace;
  private final String set;

  /** The domains of the placements of one set, by what was read in this reconcile. */
  GangDomains(Snapshot<?> snapshot) {
    this.snapshot = snapshot;
    namespace = snapshot.primary().getMetadata().getNamespace();
    set = snapshot.primary().getMetadata().getName();
  }

  /** What has to be read before the domain of a placement can be told; empty when all is. */
  Optional<LiveRead> unread(GangPlacement placement) {
    LiveRead pods = pods(placement);
    if (!snapshot.readLive().contains(pods)) {
      return Optional.of(pods);
    }
    return of(placement).isPresent()
        ? Optional.empty()
        : nodes(placement)
            .<LiveRead>map(LiveRead.Get::new)
            .filter(node -> !snapshot.readLive().contains(node))
            .findFirst();
  }

  /**
   * Whether the pods of a placement were seen on nodes. If not, what their PodCliques report is old
   * news.
   */
  boolean isSeen(GangPlacement placement) {
    return nodes(placement).findAny().isPresent();
  }

  /** The value of the label of the placement on a node of its members, as far as it was read. */
  Optional<String> of(GangPlacement placement) {
    return nodes(placement)
        .filter(node -> snapshot.readLive().contains(new LiveRead.Get(node)))
        .flatMap(node -> snapshot.observed().get(Node.class, "", node.name()).stream())
        .map(node -> node.getMetadata().getLabels())
        .filter(Objects::nonNull)
        .flatMap(labels -> Stream.ofNullable(labels.get(placement.topologyKey())))
        .findFirst();
  }

  // All members stand in one domain: those of the smallest clique tell it.
  private static PlacementMembers asked(GangPlacement placement) {
    return placement.podCliques().stream()
        .filter(members -> members.members() > 0)
        .min(Comparator.comparingInt(PlacementMembers::members))
        .orElseThrow();
  }

  private LiveRead pods(GangPlacement placement) {
    Map<String, String> labels = ChildLabels.common(set);
    labels.put(Labels.POD_CLIQUE, asked(placement).name());
    return new LiveRead.ListOf(Pod.class, namespace, labels);
  }

  private Stream<ObjectKey> nodes(GangPlacement placement) {
    PlacementMembers asked = asked(placement);
    return snapshot
        .observed()
        .all(Pod.class)
        .filter(pod -> isOf(pod, asked))
        .map(pod -> pod.getSpec().getNodeName())
        .filter(Objects::nonNull)
        .distinct()
        .sorted()
        .limit(NODES)
        .map(name -> new ObjectKey(Node.class, "", name));
  }

  private static boolean isOf(Pod pod, PlacementMembers members) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return Ownership.controller(pod)
            .filter(owner -> owner.getUid().equals(members.uid()))
            .isPresent()
        && (members.attempt() == null
            || (labels != null
                && members.attempt().toString().equals(labels.get(Labels.RESTART_ATTEMPT))));
  }
}
