package dev.coppice.core.exclusive;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.GroupDomain;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.core.exclusive.Opening.Reason;
import dev.coppice.core.explain.Wait;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.subgroup.Slot;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.training.JudgedPod;
import dev.coppice.core.training.Nodes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The group of a PodClique's pods that has domains of nodes for itself, as it is in view.
 *
 * @param podClique name of the PodClique that looks at it
 * @param group its slots
 * @param topology the labels of the domains
 * @param mode how the group comes into its domain
 * @param leads whether the PodClique has the leader, and with it writes down where the group is
 * @param leaderSeen whether what is written down is in view
 * @param anchor where it is; of no label if a scheduler keeps the group together
 * @param gates which of its pods may be placed
 * @param nextLook when time alone lets old pods hold new ones no more; null if only an event does
 */
public record ExclusiveGroup(
    String podClique,
    SlotGroup group,
    ExclusiveTopology topology,
    PlacementMode mode,
    boolean leads,
    boolean leaderSeen,
    Anchor anchor,
    GroupGates gates,
    @Nullable Instant nextLook) {

  /**
   * The group of a PodClique.
   *
   * @param group its slots
   * @param topology what it wants for itself
   * @param mode how it comes there
   * @param observed what is in view beside the PodClique: pods of its group and their nodes
   * @param training whether it is a training job
   */
  public static ExclusiveGroup of(
      PodClique clique,
      SlotGroup group,
      ExclusiveTopology topology,
      PlacementMode mode,
      Observed observed,
      boolean training,
      Instant now) {
    Nodes nodes = Nodes.of(observed);
    List<PodState> pods =
        observed
            .all(Pod.class)
            .filter(pod -> isMember(pod, clique, group.name().key()))
            .map(PodState::of)
            .toList();
    String leader =
        group.members().isEmpty()
            ? clique.getMetadata().getName()
            : group.members().getFirst().podClique();
    String anchored = mode == PlacementMode.LEADER_FIRST ? topology.group() : null;
    Optional<PodClique> leading = leading(clique, leader, observed);
    Anchor anchor =
        new Anchor(
            leading
                .flatMap(known -> Optional.ofNullable(known.statusOrEmpty().group()))
                .orElse(GroupDomain.NONE),
            anchored,
            new GroupPods(group, topology.group(), observed, nodes, training, now).of(pods));
    return new ExclusiveGroup(
        clique.getMetadata().getName(),
        group,
        topology,
        mode,
        leader.equals(clique.getMetadata().getName()),
        leading.isPresent(),
        anchor,
        new GroupGates(anchor),
        pods.stream()
            .filter(pod -> pod.terminating() && !pod.ended() && nodes.haveLost(pod.pod()))
            .map(JudgedPod::overdue)
            .filter(now::isBefore)
            .min(Comparator.naturalOrder())
            .orElse(null));
  }

  // What a dead PodClique of the name left is deleted before anything is decided.
  private static boolean isMember(Pod pod, PodClique clique, String key) {
    return Relatives.names(pod, Labels.POD_CLIQUE, clique)
        ? Ownership.isControlledBy(pod, clique) || Ownership.isTerminating(pod)
        : Relatives.label(pod, Labels.GROUP_KEY).filter(key::equals).isPresent();
  }

  private static Optional<PodClique> leading(PodClique clique, String name, Observed observed) {
    return name.equals(clique.getMetadata().getName())
        ? Optional.of(clique)
        : observed
            .get(PodClique.class, clique.getMetadata().getNamespace(), name)
            .filter(leader -> !Ownership.isTerminating(leader))
            .filter(leader -> controller(leader).equals(controller(clique)));
  }

  private static Optional<String> controller(PodClique clique) {
    return Ownership.controller(clique).map(owner -> owner.getUid());
  }

  /** Whether a pod that is made now would be let go. */
  public boolean takesPods() {
    return !isAnchored() || (leaderSeen && anchor.takesPods());
  }

  private boolean isAnchored() {
    return anchor.topologyKey() != null;
  }

  /** A pod of the PodClique that is about to be made, as the group wants it. */
  public Pod joining(Pod fresh, int index) {
    PodBuilder pod = new PodBuilder(fresh).withSpec(terms(index).in(fresh.getSpec()));
    return isAnchored()
        ? pod.editMetadata()
            .addToAnnotations(Annotations.GROUP_EPOCH, Integer.toString(anchor.recorded().epoch()))
            .endMetadata()
            .build()
        : pod.build();
  }

  /** Whether what holds a pod of the PodClique in domains of its group was taken from it. */
  public boolean isRewritten(PodState pod) {
    return !terms(pod.index()).areIn(pod.pod().getSpec());
  }

  private ExclusiveTerms terms(int index) {
    int slot = group.slot(podClique, index).map(Slot::number).orElse(GroupPods.BEHIND_ALL);
    return ExclusiveTerms.of(topology, mode, group, slot);
  }

  /** Whether the scheduler may have a pod of the PodClique. */
  public Opening opening(PodState pod) {
    return anchor.pods().stream()
        .filter(one -> one.pod().uid().equals(pod.uid()))
        .findFirst()
        .<Opening>map(gates::opening)
        .filter(_ -> !isAnchored() || leaderSeen)
        .orElseGet(() -> new Opening.Held(Reason.LEADER_UNBOUND));
  }

  /** Whether no pod of the group has a node. */
  public boolean isNowhere() {
    return anchor.bound().findAny().isEmpty();
  }

  /** A domain other than the given one in which pods of the group are; empty if in none. */
  public Optional<String> outside(String domain) {
    return anchor
        .bound()
        .flatMap(pod -> Stream.ofNullable(pod.domain()))
        .filter(other -> !other.equals(domain))
        .min(Comparator.naturalOrder());
  }

  /** The subgroup of a pod of the PodClique; empty if it is in none. */
  public OptionalInt subGroup(PodState pod) {
    return group
        .slot(podClique, pod.index())
        .map(slot -> GroupPods.subGroup(group, slot.number()))
        .orElse(OptionalInt.empty());
  }

  /** What gated pods of the PodClique wait for in their group; empty if for nothing. */
  public Optional<Wait> awaited(List<PodState> live) {
    List<Reason> reasons =
        live.stream()
            .filter(PodState::awaitsGang)
            .flatMap(pod ->
                opening(pod) instanceof Opening.Held held
                    ? Stream.of(held.reason())
                    : Stream.empty())
            .toList();
    return reasons.stream()
        .min(Comparator.naturalOrder())
        .map(first ->
            awaited(first, Math.toIntExact(reasons.stream().filter(one -> one == first).count())));
  }

  private Wait awaited(Reason reason, int pods) {
    String label = Objects.requireNonNullElse(topology.group(), "");
    return switch (reason) {
      case OLD_PODS -> new Wait.OldPods(pods);
      case LABEL_MISSING -> new Wait.TopologyLabelMissing(pods, label);
      case OTHER_SELECTOR ->
          new Wait.OtherDomain(
              pods, label, Objects.requireNonNullElse(anchor.recorded().domain(), ""));
      case LEADER_UNBOUND -> new Wait.LeaderUnbound(pods, group.leader().hostname());
    };
  }

  /** What the PodClique has to write down before pods are let go; empty if nothing. */
  public Optional<GroupDomain> due() {
    return leads
        ? switch (anchor.decision()) {
          case AnchorDecision.RecordDomain here ->
              Optional.of(new GroupDomain(here.epoch(), here.domain()));
          case AnchorDecision.NextEpoch next -> Optional.of(new GroupDomain(next.epoch(), null));
          case AnchorDecision.DeleteOlder _,
              AnchorDecision.DeleteSplit _,
              AnchorDecision.Settled _ ->
              Optional.empty();
        }
        : Optional.empty();
  }

  /** Deletes those pods of the PodClique that cannot stay where they are, or may go. */
  public Stream<Action> strays() {
    return switch (anchor.decision()) {
      case AnchorDecision.DeleteOlder older -> deleted(older.pods(), PodPurposes.DELETE_POD);
      case AnchorDecision.DeleteSplit split -> deleted(split.pods(), PodPurposes.DELETE_SPLIT_POD);
      case AnchorDecision.RecordDomain _, AnchorDecision.NextEpoch _, AnchorDecision.Settled _ ->
          Stream.empty();
    };
  }

  private Stream<Action> deleted(List<GroupPod> pods, Purpose purpose) {
    return own(pods).map(pod -> Action.Delete.of(pod.pod().pod(), purpose));
  }

  private Stream<GroupPod> own(List<GroupPod> some) {
    return some.stream()
        .filter(pod ->
            Relatives.label(pod.pod().pod(), Labels.POD_CLIQUE)
                .filter(podClique::equals)
                .isPresent());
  }
}
