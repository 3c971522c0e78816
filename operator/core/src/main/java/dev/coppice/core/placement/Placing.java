package dev.coppice.core.placement;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.pod.NodeDomain;
import dev.coppice.core.training.AttemptMark;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the pods of one PodClique come to their nodes by a recorded placement.
 *
 * @param placement the placement that its first pods have a part in
 * @param members how many pods those are, the ones with the lowest indices
 * @param released whether they may be placed
 * @param surplusReleased whether other pods may be placed
 */
public record Placing(
    GangPlacement placement, int members, boolean released, boolean surplusReleased) {

  /**
   * How the pods of a PodClique are placed; empty until that is recorded of this very PodClique and
   * its attempt, and in a gang whose leaders are placed first: what else is recorded there came
   * from when they were not.
   */
  public static Optional<Placing> of(PodGang gang, PodClique clique) {
    if (gang.statusOrEmpty().placementMode() == PlacementMode.LEADER_FIRST) {
      return Optional.empty();
    }
    Integer attempt = AttemptMark.of(clique).map(AttemptMark::attempt).orElse(null);
    return gang.statusOrEmpty().podGroups().stream()
        .flatMap(placement ->
            placement.podCliques().stream()
                .filter(members -> isOf(members, clique, attempt))
                .map(members -> of(gang, placement, members)))
        .findFirst();
  }

  private static boolean isOf(
      PlacementMembers members, PodClique clique, @Nullable Integer attempt) {
    return members.uid().equals(clique.getMetadata().getUid())
        && Objects.equals(members.attempt(), attempt);
  }

  private static Placing of(PodGang gang, GangPlacement placement, PlacementMembers members) {
    return new Placing(
        placement,
        members.members(),
        Boolean.TRUE.equals(gang.statusOrEmpty().released()),
        Boolean.TRUE.equals(gang.statusOrEmpty().surplusReleased()));
  }

  /** The placement that a new pod of this index has a part in. */
  public Optional<String> join(int index) {
    return isMember(index) && !placement.placed()
        ? Optional.of(placement.name())
        : Optional.empty();
  }

  /**
   * Which of these pods are made first: members, as long as the placement lacks any. Others may
   * take what a quota has left, and would wait with it for members that are never made.
   */
  public List<Integer> first(List<Integer> indices) {
    List<Integer> members = indices.stream().filter(this::isMember).toList();
    return placement.placed() || members.isEmpty() ? indices : members;
  }

  /** The nodes that a new pod is kept to; empty as long as the scheduler chooses among all. */
  public Optional<NodeDomain> domain() {
    return placement.topologyKey() == null || placement.domain() == null
        ? Optional.empty()
        : Optional.of(new NodeDomain(placement.topologyKey(), placement.domain()));
  }

  /** Whether a scheduler may have the pod of this index. */
  public boolean isOpen(int index) {
    return isMember(index) ? released : released && surplusReleased;
  }

  private boolean isMember(int index) {
    return index < members;
  }
}
