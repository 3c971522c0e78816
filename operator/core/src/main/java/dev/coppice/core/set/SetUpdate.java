package dev.coppice.core.set;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.core.availability.Availability;
import dev.coppice.core.child.Children;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.explain.ProgressingCondition;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.explain.WaitDepth;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.update.Progress;
import dev.coppice.core.update.Update;
import dev.coppice.core.update.UpdateLevel;
import dev.coppice.core.update.UpdateOrder;
import dev.coppice.core.update.UpdateState;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a set comes to a changed template: one replica after the other has the slot in which it gives
 * up Ready pods. A replica without any needs none, and could hold it for ever.
 */
final class SetUpdate implements UpdateLevel {

  private final SetView view;
  private final Map<Integer, List<PodClique>> parts;
  private final ReplicaAvailability availability;
  private final Instant now;
  private final boolean knowsOthers;

  SetUpdate(SetView view) {
    this(view, view.replicas() <= 1 || view.snapshot().live().contains(pods(view)));
  }

  private SetUpdate(SetView view, boolean knowsOthers) {
    this.view = view;
    this.knowsOthers = knowsOthers;
    this.parts =
        view.podCliques()
            .staying()
            .collect(
                Collectors.groupingBy(
                    clique -> ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).orElse(-1)));
    this.availability = new ReplicaAvailability(view);
    this.now = view.now().truncatedTo(ChronoUnit.SECONDS);
  }

  /** The progress as it is to be recorded; null while there never was an update. */
  @Nullable PodCliqueSetUpdateProgress advanced() {
    return Update.advanced(this, now).map(this::recordOf).orElse(null);
  }

  @Override
  public Optional<Progress> recorded() {
    return Optional.ofNullable(view.status().updateProgress())
        .map(progress ->
            new Progress(
                progress.updateStartedAt(),
                progress.updateEndedAt(),
                "",
                progress.currentlyUpdating().stream()
                    .map(ReplicaUpdateProgress::replicaIndex)
                    .toList(),
                null));
  }

  private PodCliqueSetUpdateProgress recordOf(Progress progress) {
    String generationHash = view.resolved().generationHash();
    long cliques =
        replicas()
            .flatMap(this::parts)
            .filter(clique -> Relatives.label(clique, Labels.SCALING_GROUP).isEmpty())
            .filter(clique -> state(clique) == UpdateState.CURRENT)
            .count();
    long groups =
        replicas()
            .flatMap(this::groups)
            .map(group -> group.statusOrEmpty().currentPodCliqueSetGenerationHash())
            .filter(generationHash::equals)
            .count();
    return new PodCliqueSetUpdateProgress(
        progress.startedAt(),
        progress.endedAt(),
        Math.toIntExact(cliques),
        view.counted() * view.standaloneCliques().size(),
        Math.toIntExact(groups),
        view.counted() * view.groupConfigs().size(),
        progress.isRunning()
            ? progress.replacing().stream().limit(1).map(this::slot).toList()
            : List.of());
  }

  private ReplicaUpdateProgress slot(int replica) {
    return recordedSlot(replica)
        .orElseGet(() -> new ReplicaUpdateProgress(replica, now, null, available().size()));
  }

  private Optional<ReplicaUpdateProgress> recordedSlot(int replica) {
    return Optional.ofNullable(view.status().updateProgress()).stream()
        .flatMap(progress -> progress.currentlyUpdating().stream())
        // We end a slot by taking it away: one that has ended is somebody else's, and holds
        // nothing.
        .filter(slot -> slot.replicaIndex() == replica && slot.updateEndedAt() == null)
        .findFirst();
  }

  private List<Integer> available() {
    return replicas().filter(availability::isAvailable).toList();
  }

  /**
   * How the set stands to its template, in words.
   *
   * @param progress how far the update has come; null while there never was one
   * @param updated how many replicas are updated
   */
  ProgressingCondition progressing(@Nullable PodCliqueSetUpdateProgress progress, int updated) {
    boolean running = progress != null && progress.updateEndedAt() == null;
    return new ProgressingCondition(
        isOnDelete(),
        running || changedTo().isPresent(),
        isOnDelete()
            ? replicas().allMatch(this::isOrWasAvailable)
            : updated == view.replicas() && isReached(),
        view.trial()
            .refusal()
            .map(_ -> "the API server to take the template: see condition Valid")
            .or(() ->
                Stream.concat(slots(progress), replicas().filter(replica -> !isDone(replica)))
                    .findFirst()
                    .map(this::awaited)),
        "%d of %d replicas are".formatted(updated, view.replicas()),
        outdatedPods());
  }

  /** Whether an update runs, as clients of Grove read it: its own, or one of a part. */
  UpdateInProgressCondition inProgress(@Nullable PodCliqueSetUpdateProgress progress) {
    return UpdateInProgressCondition.of(
        progress != null && progress.updateEndedAt() == null,
        replicas()
            .flatMap(this::parts)
            .filter(clique -> Relatives.label(clique, Labels.SCALING_GROUP).isEmpty())
            .map(clique -> clique.statusOrEmpty().conditions()),
        replicas().flatMap(this::groups).map(group -> group.statusOrEmpty().conditions()));
  }

  private static Stream<Integer> slots(@Nullable PodCliqueSetUpdateProgress progress) {
    return Optional.ofNullable(progress).stream()
        .flatMap(known -> known.currentlyUpdating().stream())
        .map(ReplicaUpdateProgress::replicaIndex);
  }

  private boolean isOrWasAvailable(int replica) {
    return availability.isAvailable(replica)
        || (parts(replica).findAny().isPresent()
            && parts(replica)
                .allMatch(c -> Availability.hasMinimum(c) || c.statusOrEmpty().wasAvailable()));
  }

  private String awaited(int replica) {
    // By name among equals: caches give them in any order, and each change of words is a write.
    List<PodClique> parts =
        parts(replica)
            .sorted(Comparator.comparing(clique -> clique.getMetadata().getName()))
            .toList();
    Stream<String> replaced = parts.stream().flatMap(SetUpdate::replacedPods);
    Stream<String> unready =
        parts.stream()
            .filter(clique -> !Availability.hasMinimum(clique))
            .sorted(Comparator.comparingInt(WaitDepth::of))
            .map(Messages::unready);
    return Stream.concat(replaced, unready).findFirst().orElseGet(() -> "replica " + replica);
  }

  /** How many pods of an old template stay until somebody deletes them. */
  int outdatedPods() {
    return !isOnDelete()
        ? 0
        : replicas()
            .flatMap(this::parts)
            .mapToInt(clique ->
                view.resolved()
                    .hash(clique)
                    .map(hash -> UpdateState.outdatedPods(clique, hash))
                    .orElse(0))
            .sum();
  }

  private static Stream<String> replacedPods(PodClique clique) {
    PodCliqueUpdateProgress progress = clique.statusOrEmpty().updateProgress();
    return progress == null
        ? Stream.empty()
        : progress.replacingIndexes().stream()
            .map(index ->
                "pod %1$s-%2$d of PodClique %1$s".formatted(clique.getMetadata().getName(), index));
  }

  /** Whether two progresses differ in nothing but counts. */
  static boolean isSame(
      @Nullable PodCliqueSetUpdateProgress one, @Nullable PodCliqueSetUpdateProgress other) {
    return Objects.equals(withoutCounts(one), withoutCounts(other));
  }

  private static @Nullable PodCliqueSetUpdateProgress withoutCounts(
      @Nullable PodCliqueSetUpdateProgress progress) {
    return progress == null
        ? null
        : new PodCliqueSetUpdateProgress(
            progress.updateStartedAt(),
            progress.updateEndedAt(),
            0,
            0,
            0,
            0,
            progress.currentlyUpdating());
  }

  @Override
  public boolean isOnDelete() {
    return UpdateOrder.isOnDelete(view.set().getSpec());
  }

  @Override
  public Optional<String> changedTo() {
    return Optional.ofNullable(view.status().currentGenerationHash())
        .filter(hash -> !hash.equals(view.resolved().generationHash()));
  }

  @Override
  public Optional<String> leadsTo() {
    return Optional.of(view.resolved().generationHash());
  }

  @Override
  public boolean mayStart() {
    return replicas().anyMatch(this::hasOutdatedPods);
  }

  // Whoever has the slot keeps it until its replica is whole again, or another one has its place.
  @Override
  public boolean isReturned(int replica) {
    return replica < 0 || replica >= view.replicas() || isDone(replica) || isPassedOn(replica);
  }

  private boolean isPassedOn(int replica) {
    return isOvertaken(replica) && firstOf(other -> other != replica).isPresent();
  }

  // What waited before has the place that the update freed.
  private boolean isOvertaken(int replica) {
    return waits(replica)
        && recordedSlot(replica)
            .map(ReplicaUpdateProgress::availableReplicas)
            .filter(before -> others(List.of(replica)) >= before)
            .isPresent();
  }

  private boolean waits(int replica) {
    return Availability.waitsForPlace(parts(replica).toList());
  }

  @Override
  public int others(List<Integer> taken) {
    return (int) available().stream().filter(replica -> !taken.contains(replica)).count();
  }

  // The slot is passed on instead.
  @Override
  public int waiting(List<Integer> taken) {
    return 0;
  }

  @Override
  public int maxUnavailable() {
    return 1;
  }

  @Override
  public List<Integer> next() {
    return firstOf(replica -> !isPassedOn(replica)).map(List::of).orElse(List.of());
  }

  // The first that nobody can judge yet is waited for: what its PodCliques report is on its way.
  private Optional<Integer> firstOf(IntPredicate candidate) {
    return replicas()
        .filter(replica -> knowsOthers && candidate.test(replica))
        .filter(replica -> !isCurrent(replica))
        .filter(replica -> parts(replica).anyMatch(c -> c.statusOrEmpty().readyReplicas() > 0))
        .min(
            Comparator.comparing((Integer replica) -> !isReplacing(replica))
                .thenComparing(availability::isAvailable)
                .thenComparing(Comparator.naturalOrder()))
        .filter(replica -> isReplacing(replica) || state(replica) == UpdateState.OUTDATED)
        .filter(this::isSpared);
  }

  @Override
  public boolean isReached() {
    return replicas().allMatch(this::isCurrent);
  }

  private boolean isDone(int replica) {
    return isCurrent(replica) && availability.isAvailable(replica);
  }

  private boolean isCurrent(int replica) {
    return !isReplacing(replica) && state(replica) == UpdateState.CURRENT;
  }

  private boolean hasOutdatedPods(int replica) {
    return parts(replica)
        .anyMatch(clique ->
            clique.statusOrEmpty().replicas() > 0 && state(clique) == UpdateState.OUTDATED);
  }

  private UpdateState state(int replica) {
    return UpdateState.worst(parts(replica).map(this::state).toList());
  }

  private UpdateState state(PodClique clique) {
    return view.resolved()
        .hash(clique)
        .map(hash -> UpdateState.of(clique, hash))
        .orElse(UpdateState.CURRENT);
  }

  private boolean isReplacing(int replica) {
    return parts(replica)
            .map(clique -> clique.statusOrEmpty().updateProgress())
            .anyMatch(progress -> progress != null && !progress.replacingIndexes().isEmpty())
        || groups(replica)
            .map(group -> group.statusOrEmpty().updateProgress())
            .anyMatch(progress -> progress != null && !progress.replacingIndexes().isEmpty());
  }

  // One that is not available serves nobody; of the others none is missed that has no place.
  private boolean isSpared(int replica) {
    return !availability.isAvailable(replica)
        || replicas()
            .filter(other -> other != replica)
            .allMatch(other -> availability.isAvailable(other) || waits(other));
  }

  /** What has to be read before another replica has the slot; empty if that is known. */
  Optional<LiveRead> unseenPods() {
    return knowsOthers
        ? Optional.empty()
        : Update.advanced(new SetUpdate(view, true), now)
            .filter(progress -> !progress.selected().isEmpty())
            .map(_ -> pods(view));
  }

  private static LiveRead pods(SetView view) {
    return new LiveRead.ListOf(
        Pod.class, view.set().getMetadata().getNamespace(), ChildLabels.common(view.name()));
  }

  private Stream<Integer> replicas() {
    return IntStream.range(0, view.counted()).boxed();
  }

  private Stream<PodClique> parts(int replica) {
    return parts.getOrDefault(replica, List.of()).stream();
  }

  private Stream<PodCliqueScalingGroup> groups(int replica) {
    return Children.owned(view.snapshot(), PodCliqueScalingGroup.class)
        .filter(group ->
            ReplicaIndex.of(group, Labels.SET_REPLICA_INDEX).stream().anyMatch(i -> i == replica));
  }
}
