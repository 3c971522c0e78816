package dev.coppice.core.clique;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.Units;
import dev.coppice.core.exclusive.ExclusiveTopology;
import dev.coppice.core.gang.ForeignGangs;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.training.AttemptMark;
import dev.coppice.core.training.Nodes;
import dev.coppice.core.watch.Changes;
import dev.coppice.core.watch.Reports;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A PodClique reads its pods, its PodGang and, in a scaled gang, the base gang, the groups of its
 * replica of the set, its set, and those siblings that must start before it or that belong to the
 * base gang of its own, scaled gang. In a group that has a domain of nodes for itself also the pods
 * of the group, their nodes and the PodClique of the leader. Of its own pods the nodes of those
 * that terminate, and where node pools matter of all.
 */
public final class CliqueWatches implements Watches<PodClique> {

  private static final String LEADER = "0";

  private final Optional<String> nodePoolLabel;

  /** Says what is read where node pools matter to nobody. */
  public CliqueWatches() {
    this(Optional.empty());
  }

  /**
   * Says what is read.
   *
   * @param nodePoolLabel key of the label of nodes that names their pool; empty if it is not read
   */
  public CliqueWatches(Optional<String> nodePoolLabel) {
    this.nodePoolLabel = nodePoolLabel;
  }

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return Set.of(
        Pod.class,
        Node.class,
        PodGang.class,
        PodCliqueScalingGroup.class,
        PodCliqueSet.class,
        PodClique.class);
  }

  @Override
  public boolean relates(PodClique primary, HasMetadata other) {
    return switch (other) {
      case Pod pod -> Relatives.names(pod, Labels.POD_CLIQUE, primary) || isOfGroup(pod, primary);
      case Node _ -> true;
      case PodGang gang ->
          Relatives.names(primary, Labels.POD_GANG, gang)
              || Relatives.names(primary, Labels.BASE_POD_GANG, gang)
              || ForeignGangs.mayHoldPodsOf(gang, primary);
      case PodCliqueScalingGroup group -> Relatives.inSameSetReplica(primary, group);
      case PodCliqueSet set -> Relatives.isPartOf(primary, set);
      case PodClique sibling ->
          (waitsFor(primary, sibling) || leads(sibling, primary))
              && Relatives.areSiblings(primary, sibling);
      default -> false;
    };
  }

  /** Whether it matters for more than their pool, and who still answers, where its pods are. */
  private static boolean seesNodes(PodClique clique) {
    return AttemptMark.of(clique).isPresent() || ExclusiveTopology.of(clique).isPresent();
  }

  @Override
  public boolean reaches(PodClique primary, HasMetadata now, HasMetadata before) {
    return !(now instanceof Node node)
        || seesNodes(primary)
        || Nodes.isReady(node) != Nodes.isReady((Node) before)
        || nodePoolLabel
            .filter(key -> !Relatives.label(now, key).equals(Relatives.label(before, key)))
            .isPresent();
  }

  private static boolean isOfGroup(HasMetadata pod, PodClique clique) {
    return ExclusiveTopology.groupKey(clique)
        .filter(key -> Relatives.label(pod, Labels.GROUP_KEY).filter(key::equals).isPresent())
        .isPresent();
  }

  /**
   * Whether something is a pod of the clique's group which another PodClique controls: it may hold
   * the domain of nodes of both.
   */
  static boolean mayHoldDomain(HasMetadata other, PodClique clique) {
    return other instanceof Pod
        && isOfGroup(other, clique)
        && Ownership.controller(other)
            .filter(owner -> clique.getKind().equals(owner.getKind()))
            .isPresent();
  }

  private static boolean leads(PodClique sibling, PodClique clique) {
    return sibling.getMetadata().getAnnotations() != null
        && LEADER.equals(
            sibling.getMetadata().getAnnotations().get(Annotations.GROUP_WORKER_OFFSET))
        && ExclusiveTopology.areInOneGroup(clique, sibling);
  }

  private static boolean waitsFor(PodClique clique, PodClique sibling) {
    return (clique.getSpec() != null
            && clique.getSpec().startsAfter().contains(sibling.getMetadata().getName()))
        || Relatives.label(clique, Labels.BASE_POD_GANG)
            .filter(
                base -> Relatives.label(sibling, Labels.POD_GANG).filter(base::equals).isPresent())
            .isPresent();
  }

  @Override
  public boolean changed(HasMetadata now, HasMetadata before) {
    return switch (now) {
      case Pod pod -> changed(pod, (Pod) before);
      // A node that is lost ends no pods any more, and where one is may be told anew.
      case Node node ->
          Nodes.isReady(node) != Nodes.isReady((Node) before)
              || !Objects.equals(node.getMetadata().getLabels(), before.getMetadata().getLabels());
      case PodGang gang -> changed(gang, (PodGang) before);
      case PodCliqueScalingGroup group -> changed(group, (PodCliqueScalingGroup) before);
      case PodCliqueSet set ->
          Changes.ofRequest(now, before) || Reports.differ(set, (PodCliqueSet) before);
      case PodClique sibling -> changed(sibling, (PodClique) before);
      default -> true;
    };
  }

  // Pods are trimmed on arrival, so a difference is one that decisions can read.
  private static boolean changed(Pod now, Pod before) {
    ObjectMeta after = now.getMetadata();
    ObjectMeta old = before.getMetadata();
    return Changes.ofIdentity(now, before)
        || !Objects.equals(after.getAnnotations(), old.getAnnotations())
        || !Objects.equals(after.getFinalizers(), old.getFinalizers())
        || !Objects.equals(now.getSpec(), before.getSpec())
        || !Objects.equals(now.getStatus(), before.getStatus());
  }

  private static boolean changed(PodGang now, PodGang before) {
    return Changes.ofIdentity(now, before)
        || !now.getSpec().equals(before.getSpec())
        || isPlacedOtherwise(now.statusOrEmpty(), before.statusOrEmpty());
  }

  // The rest of its status is for people and schedulers.
  private static boolean isPlacedOtherwise(PodGangStatus now, PodGangStatus before) {
    return !now.podGroups().equals(before.podGroups())
        || !Objects.equals(now.released(), before.released())
        || !Objects.equals(now.surplusReleased(), before.surplusReleased())
        || now.placementMode() != before.placementMode();
  }

  // PodCliques share their gang, and each rewrites its references in it. The answer to that may
  // bring along what the set has written before.
  @Override
  public boolean isOfOthers(HasMetadata now, @Nullable HasMetadata before) {
    return before != null
        && switch (now) {
          case PodGang gang ->
              isPlacedOtherwise(gang.statusOrEmpty(), ((PodGang) before).statusOrEmpty())
                  || !Changes.members(gang).equals(Changes.members((PodGang) before));
          // A pod that goes may have been the last one where its group was.
          case Pod pod -> hasDomain(pod) && Changes.ofIdentity(pod, before);
          default -> false;
        };
  }

  private static boolean hasDomain(Pod pod) {
    return pod.getMetadata().getAnnotations() != null
        && pod.getMetadata().getAnnotations().containsKey(Annotations.GROUP_EPOCH);
  }

  // Its replicas say how many copies of a clique another one starts after, its progress whether
  // what is missing is missing for an update, its records whether members get another template.
  private static boolean changed(PodCliqueScalingGroup now, PodCliqueScalingGroup before) {
    return specified(now, before)
        || Breaches.isUpdating(now) != Breaches.isUpdating(before)
        || !now.statusOrEmpty()
            .replicaDeletions()
            .equals(before.statusOrEmpty().replicaDeletions());
  }

  private static boolean changed(PodClique now, PodClique before) {
    PodCliqueStatus after = now.statusOrEmpty();
    PodCliqueStatus old = before.statusOrEmpty();
    return Changes.ofIdentity(now, before)
        || !Objects.equals(after.attempt(), old.attempt())
        || !Objects.equals(after.group(), old.group())
        || after.readyReplicas() != old.readyReplicas()
        || after.scheduledReplicas() != old.scheduledReplicas()
        || Units.ready(after) != Units.ready(old)
        || Units.scheduled(after) != Units.scheduled(old)
        || MinAvailable.of(now) != MinAvailable.of(before);
  }

  private static boolean specified(HasMetadata now, HasMetadata before) {
    return Changes.ofIdentity(now, before)
        || !Objects.equals(now.getMetadata().getGeneration(), before.getMetadata().getGeneration());
  }
}
