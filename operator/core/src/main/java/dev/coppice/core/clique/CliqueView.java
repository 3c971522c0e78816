package dev.coppice.core.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.ResolvedSets;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.availability.AvailabilityHistory;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.ReadyCount;
import dev.coppice.core.availability.SubGroupReport;
import dev.coppice.core.availability.Units;
import dev.coppice.core.exclusive.ExclusiveGroup;
import dev.coppice.core.exclusive.OwnExclusiveGroup;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.pod.PodNames;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.TerminalPods;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.runtime.PodPlaces;
import dev.coppice.core.slots.Division;
import dev.coppice.core.slots.OwnGroup;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.template.WrittenPodSpec;
import dev.coppice.core.training.AttemptMark;
import dev.coppice.core.training.AttemptReports;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the decisions of one round about a PodClique read, taken from the snapshot once.
 *
 * @param snapshot the snapshot of the round
 * @param now the instant of the round
 * @param pods the clique's own pods, terminating and ended ones included, by index
 * @param orphans pods of the clique that nobody controls, terminating ones included
 * @param dangling pods of a dead PodClique of the same name that nobody has asked to go
 * @param resolved the set that the clique belongs to; empty while it is not in view
 * @param gang the gang that the pods belong to; empty while it is not there
 * @param exclusive the group of the pods, if it wants domains of nodes for itself and is known
 * @param settings what is configured about pods
 */
record CliqueView(
    Snapshot<PodClique> snapshot,
    Instant now,
    List<PodState> pods,
    List<PodState> orphans,
    List<Pod> dangling,
    Optional<ResolvedSet> resolved,
    Optional<PodGang> gang,
    Optional<ExclusiveGroup> exclusive,
    PodSettings settings) {

  private static final Comparator<PodState> BY_INDEX =
      Comparator.comparingInt(PodState::index).thenComparing(PodState.YOUNGEST_FIRST);

  static CliqueView of(Snapshot<PodClique> snapshot, ResolvedSets sets, Instant now) {
    return of(snapshot, sets, PodSettings.DEFAULTS, now);
  }

  static CliqueView of(
      Snapshot<PodClique> snapshot, ResolvedSets sets, PodSettings settings, Instant now) {
    return of(
        snapshot, OwnSet.of(snapshot.primary(), snapshot.observed()).map(sets::of), settings, now);
  }

  /** A view for counting pods, which asks nothing of the set. */
  static CliqueView withoutSet(Snapshot<PodClique> snapshot, Instant now) {
    return of(snapshot, Optional.empty(), PodSettings.DEFAULTS, now);
  }

  private static CliqueView of(
      Snapshot<PodClique> snapshot, Optional<ResolvedSet> set, PodSettings settings, Instant now) {
    PodClique clique = snapshot.primary();
    Observed observed = snapshot.observed();
    List<Pod> visible = observed.all(Pod.class).toList();
    Optional<PodGang> gang = set.flatMap(known -> OwnGang.of(clique, known.set(), observed));
    return new CliqueView(
        snapshot,
        now,
        visible.stream()
            .filter(pod -> Ownership.isControlledBy(pod, clique))
            .map(pod -> PodState.of(pod).adoptedBy(clique))
            .sorted(BY_INDEX)
            .toList(),
        OrphanPods.of(clique, visible),
        DanglingPods.of(clique, visible),
        set,
        gang,
        OwnExclusiveGroup.of(
            clique,
            set.flatMap(ResolvedSet::complete).map(ResolvedSet.Complete::set),
            gang,
            observed,
            now),
        settings);
  }

  /** Whether it is reported since when pods have nodes and run. */
  boolean queued() {
    return settings.queued();
  }

  PodClique clique() {
    return snapshot.primary();
  }

  String name() {
    return clique().getMetadata().getName();
  }

  /** How many pods the clique is to have: no part of a subgroup, if it is divided. */
  int replicas() {
    return Division.pods(clique());
  }

  int minimum() {
    return MinAvailable.of(clique());
  }

  List<PodState> live() {
    return pods.stream().filter(PodState::live).toList();
  }

  /**
   * Whether the podSpec is not the one that the clique's owner wrote. It costs a hash of the
   * podSpec, which most rounds do not need.
   */
  boolean isDrifted() {
    return WrittenPodSpec.isDrifted(clique());
  }

  /** Since when pods have nodes and run; nothing where there are no queues. */
  PodPlaces places() {
    return queued() ? PodPlaces.of(clique(), live(), now) : PodPlaces.NONE;
  }

  /** The node pool that its pods are in; null where that matters to nobody. */
  @Nullable String nodePool() {
    return settings.nodePoolLabel().flatMap(this::nodePool).orElse(null);
  }

  private Optional<String> nodePool(String key) {
    return PodPlaces.nodePool(
        live(),
        node ->
            snapshot
                .observed()
                .get(Node.class, "", node)
                .flatMap(seen -> Relatives.label(seen, key))
                .filter(pool -> !pool.isEmpty()));
  }

  /** Whether the last node was lost, and nobody has written it down. */
  boolean hasLostPlaces() {
    return queued() && PodPlaces.areLost(clique(), live());
  }

  /** Whether nothing was made and nothing told of the clique. */
  boolean isFirstCreation() {
    return clique().getStatus() == null && pods().isEmpty();
  }

  /** Whether there are fewer live pods than are asked for. */
  boolean lacksPods() {
    return (isDivided() ? inPlace().map(PodState::index).distinct().count() : live().size())
        < replicas();
  }

  /** Whether the clique is divided, so that each index is a place that only its own pod fills. */
  boolean isDivided() {
    return Division.of(clique()).isPresent();
  }

  private Stream<PodState> inPlace() {
    return live().stream().filter(pod -> pod.index() >= 0 && pod.index() < replicas());
  }

  /**
   * Whether this reconcile gives up pods because there are more than are asked for, or has done so.
   */
  boolean isScalingIn() {
    return hasScaledIn()
        || live().size() > replicas()
        || (isDivided() && inPlace().count() < live().size());
  }

  /** Whether this reconcile has given up pods because there were more than are asked for. */
  boolean hasScaledIn() {
    return snapshot.done().contains(PodPurposes.SCALE_IN);
  }

  /** How many of its pods are Ready, and what follows from it. */
  ReadyCount readyCount() {
    return ReadyCount.of(clique(), group(), pods);
  }

  /** How its pods stand in their subgroups; null if it is not divided. */
  @Nullable SubGroupStatus subGroups() {
    if (!isDivided()) {
      return null;
    }
    List<PodState> live = live();
    return SubGroupReport.of(
        clique(),
        live,
        PodState.indices(live, PodState::ready),
        PodState.indices(live, PodState::scheduled),
        PodState.indices(live, this::isCurrent));
  }

  /** What the clique has once reached, as it is recorded. */
  AvailabilityHistory history() {
    return AvailabilityHistory.of(clique().statusOrEmpty());
  }

  /** Whether the clique has its minimum of Ready pods, or once had it. */
  boolean isOrWasAvailable() {
    return history().wasAvailable()
        || Units.of(clique()).count(live(), PodState::ready) >= minimum();
  }

  /**
   * What ended pods of the clique are remembered for. A back-off belongs to what failed: it ends
   * when the clique gets another template, and for an index that is scaled away.
   */
  List<PodFailure> failures() {
    List<PodFailure> recorded = TerminalPods.stored(clique().statusOrEmpty().podFailures(), now);
    return recorded.isEmpty() || isCountedByOtherTemplate()
        ? List.of()
        : TerminalPods.ofKept(recorded, pods, new CliqueUpdate(this).wanted());
  }

  private boolean isCountedByOtherTemplate() {
    String counted = clique().statusOrEmpty().currentPodTemplateHash();
    return counted != null && !counted.equals(templateHash());
  }

  /** The value of one of the clique's own labels. */
  @Nullable String label(String key) {
    Map<String, String> labels = clique().getMetadata().getLabels();
    return labels == null ? null : labels.get(key);
  }

  /** The hash that a pod must carry so as not to be outdated. */
  @Nullable String templateHash() {
    return label(Labels.POD_TEMPLATE_HASH);
  }

  /** Whether a pod is made from the template that the clique carries. */
  boolean isCurrent(PodState pod) {
    return Objects.equals(pod.templateHash(), templateHash());
  }

  /** How many pods stand that are not counted and hold indices. */
  int crowding() {
    return dangling.size()
        + Math.toIntExact(orphans.stream().filter(pod -> !pod.terminating()).count());
  }

  /** The name that the next pod of an index gets; the attempt is 0 but for training jobs. */
  String nextName(int index, int attempt) {
    String youngest =
        Stream.concat(pods.stream(), orphans.stream())
            .filter(pod -> pod.index() == index)
            .min(PodState.YOUNGEST_FIRST)
            .map(PodState::uid)
            .orElse(null);
    String uid = clique().getMetadata().getUid();
    return PodNames.free(name(), uid, index, youngest, attempt, this::holder);
  }

  // One whose owner somebody has written over goes, and on a dead node it may do so for ever.
  private Optional<String> holder(String name) {
    return snapshot
        .observed()
        .get(Pod.class, clique().getMetadata().getNamespace(), name)
        .filter(Ownership::isTerminating)
        .filter(pod -> !Ownership.isControlledBy(pod, clique()))
        .map(pod -> pod.getMetadata().getUid());
  }

  /** The scaling group that controls the clique, if it is in view. */
  Optional<PodCliqueScalingGroup> group() {
    return snapshot
        .observed()
        .all(PodCliqueScalingGroup.class)
        .filter(group -> Ownership.isControlledBy(clique(), group))
        .findFirst();
  }

  /** The group of pods that the clique's pods belong to; empty if they belong to none. */
  Optional<SlotGroup> slotGroup() {
    return completeSet().flatMap(set -> OwnGroup.of(clique(), set.set()));
  }

  /** The set that the clique belongs to; empty while it is not in view. */
  Optional<PodCliqueSet> set() {
    return resolved.map(ResolvedSet::set);
  }

  /** The same while it has all its parts. */
  Optional<ResolvedSet.Complete> completeSet() {
    return resolved.flatMap(ResolvedSet::complete);
  }

  /** What is wrong with the clique itself; nothing if its set is not there to answer for it. */
  Findings findings() {
    return completeSet().map(set -> set.findings(clique())).orElse(Findings.NONE);
  }

  /**
   * Whether pods may be made, by the rules of admission. Asked of what is in view, and not read
   * from conditions: those may lag behind.
   */
  boolean isValid() {
    return findings().isAllowed()
        && completeSet()
            .filter(ResolvedSet.Complete::isValid)
            .filter(set -> group().filter(own -> !set.findings(own).isAllowed()).isEmpty())
            .isPresent();
  }

  /** The record by which the clique's replica of the set, or of its group, is being deleted. */
  Optional<ReplicaDeletion> deletion() {
    Stream<ReplicaDeletion> ofSet =
        set().stream().flatMap(set -> set.statusOrEmpty().replicaDeletions().stream());
    Stream<ReplicaDeletion> ofGroup =
        group().stream().flatMap(group -> group.statusOrEmpty().replicaDeletions().stream());
    return Stream.concat(
            inReplica(ofSet, Labels.SET_REPLICA_INDEX),
            inReplica(ofGroup, Labels.SCALING_GROUP_REPLICA_INDEX))
        .filter(ReplicaDeletion::deleting)
        .findFirst();
  }

  private Stream<ReplicaDeletion> inReplica(Stream<ReplicaDeletion> records, String label) {
    OptionalInt index = ReplicaIndex.of(clique(), label);
    return records.filter(record -> index.isPresent() && record.replicaIndex() == index.getAsInt());
  }

  /** Whether the clique loses its pods because an update or a teardown takes them. */
  boolean isBeingReplaced() {
    return Breaches.isUpdating(clique(), group())
        || deletion().isPresent()
        || (isSetUpdating() && label(Labels.SCALING_GROUP) == null);
  }

  /** Whether the set runs an update. */
  boolean isSetUpdating() {
    return set()
        .map(known -> known.statusOrEmpty().updateProgress())
        .filter(progress -> progress.updateEndedAt() == null)
        .isPresent();
  }

  /** Whether the pods belong to a training job, by the set's word or, without it, by the mark. */
  boolean isTraining() {
    return set()
        .map(set -> set.getSpec() != null && set.getSpec().trains())
        .orElseGet(() -> AttemptMark.of(clique()).isPresent());
  }

  /**
   * Another PodClique of the same set, if it is in view and stays. What it says about another
   * attempt than this clique is in says nothing about this one.
   */
  Optional<PodClique> sibling(String name) {
    Observed observed = snapshot.observed();
    Optional<String> uid = set().map(known -> known.getMetadata().getUid());
    return observed
        .get(PodClique.class, clique().getMetadata().getNamespace(), name)
        .filter(sibling -> uid.isPresent() && uid.equals(OwnSet.uid(sibling, observed)))
        .filter(sibling -> !Ownership.isTerminating(sibling))
        .map(sibling -> AttemptReports.inAttemptOf(clique(), sibling));
  }
}
