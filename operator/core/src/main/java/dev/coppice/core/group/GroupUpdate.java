package dev.coppice.core.group;

import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgressBuilder;
import dev.coppice.api.group.ReplicaSelection;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.availability.Availability;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.explain.ProgressingCondition;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.recreation.DueDeletion;
import dev.coppice.core.update.Completed;
import dev.coppice.core.update.Floor;
import dev.coppice.core.update.Pace;
import dev.coppice.core.update.Progress;
import dev.coppice.core.update.RollingLimits;
import dev.coppice.core.update.Update;
import dev.coppice.core.update.UpdateLevel;
import dev.coppice.core.update.UpdateOrder;
import dev.coppice.core.update.UpdateState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the replicas of a scaling group come to a changed template: outdated ones without a Ready pod
 * go at once, the others one after the other, each recorded before it goes.
 */
final class GroupUpdate implements UpdateLevel {

  private final GroupView view;
  private final GroupReplicas replicas;
  private final UpdateOrder order;
  private final RollingLimits limits;
  private final @Nullable PodCliqueScalingGroupUpdateProgress before;

  GroupUpdate(GroupView view) {
    this.view = view;
    this.replicas = new GroupReplicas(view);
    this.order = new UpdateOrder(view.resolved(), view.setReplica());
    this.limits = RollingLimits.of(view.config().rollingUpdate());
    this.before = view.group().statusOrEmpty().updateProgress();
  }

  /** The replicas that go now: those without a Ready pod, and the next one if it may be taken. */
  Stream<DueDeletion> deletions() {
    if (order.isOnDelete() || view.isScalingIn()) {
      return Stream.empty();
    }
    List<Integer> outdated = replicas.outdated();
    if (outdated.isEmpty() || !order.isRecorded() || !makesPods()) {
      return Stream.empty();
    }
    Stream<Integer> idle = outdated.stream().filter(replica -> replicas.readyPods(replica) == 0);
    return Stream.concat(idle, selected(outdated)).map(this::deletion);
  }

  // One that was selected and is outdated again goes again. What lacks something goes first, since
  // it serves nobody.
  private Stream<Integer> selected(List<Integer> outdated) {
    if (before == null || before.updateEndedAt() != null || !order.holdsUpdateSlot()) {
      return Stream.empty();
    }
    List<Integer> spared =
        outdated.stream()
            .filter(replica -> replicas.readyPods(replica) > 0)
            .filter(this::isSpared)
            .sorted(Comparator.comparing(replicas::isAvailable))
            .toList();
    List<Integer> taken = before.replacingIndexes();
    Stream<Integer> again = spared.stream().filter(taken::contains);
    Stream<Integer> next = spared.stream().filter(replica -> !taken.contains(replica)).limit(1);
    return recorded().filter(known -> Update.mayTake(this, known)).isPresent()
        ? Stream.concat(again, next)
        : again;
  }

  private boolean isSpared(int replica) {
    return !replicas.isAvailable(replica)
        || floor().isKeptBy((int) replicas.available().count() - 1);
  }

  private Floor floor() {
    return new Floor(MinAvailable.of(view.group()), view.replicas(), maxUnavailable());
  }

  /** Whether a replica goes only if enough of the others serve. */
  boolean needsOthers(int replica) {
    return replicas.readyPods(replica) > 0 && floor().others() > 0;
  }

  @Override
  public int others(List<Integer> taken) {
    return (int) replicas.available().filter(replica -> !taken.contains(replica)).count();
  }

  @Override
  public int waiting(List<Integer> taken) {
    return (int) taken.stream().filter(replicas::waits).count();
  }

  @Override
  public int maxUnavailable() {
    return limits.maxUnavailable();
  }

  /** Whether something is left to the next reconcile, because this one scales in. */
  boolean isPutOff() {
    boolean runs = before != null && before.updateEndedAt() == null;
    return view.hasScaledIn() && !order.isOnDelete() && (runs || !replicas.outdated().isEmpty());
  }

  // What could not be made again stays.
  private boolean makesPods() {
    return view.isWorkable() && view.isSetValid();
  }

  private DueDeletion deletion(int replica) {
    return new DueDeletion(
        replica,
        ReplicaDeletion.TEMPLATE_CHANGED,
        replicas
            .outdatedMembers(replica)
            .findFirst()
            .map(c -> c.getMetadata().getName())
            .orElse(""),
        replicas.readyPods(replica),
        0,
        null,
        view.now());
  }

  /** Whether two progresses differ in nothing but counts. */
  static boolean isSame(
      @Nullable PodCliqueScalingGroupUpdateProgress one,
      @Nullable PodCliqueScalingGroupUpdateProgress other) {
    return Objects.equals(withoutCounts(one), withoutCounts(other));
  }

  private static @Nullable PodCliqueScalingGroupUpdateProgress withoutCounts(
      @Nullable PodCliqueScalingGroupUpdateProgress progress) {
    return progress == null
        ? null
        : PodCliqueScalingGroupUpdateProgressBuilder.builder(progress)
            .updatedPodCliquesCount(0)
            .totalPodCliquesCount(0)
            .lastProgressAt(null)
            .build();
  }

  /**
   * The progress with that replica recorded whose Ready pods are about to go for the update.
   *
   * @param opened the records that begin with the same write
   */
  @Nullable PodCliqueScalingGroupUpdateProgress selecting(Stream<ReplicaDeletion> opened) {
    return opened
        .filter(record -> record.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED))
        .filter(record -> record.ready() > 0)
        .findFirst()
        .flatMap(
            record -> Optional.ofNullable(before).map(p -> selecting(p, record.replicaIndex())))
        .orElse(before);
  }

  private PodCliqueScalingGroupUpdateProgress selecting(
      PodCliqueScalingGroupUpdateProgress progress, int replica) {
    ReplicaSelection selection = progress.readyReplicaIndicesSelectedToUpdate();
    List<Integer> completed =
        selection == null ? List.of() : Completed.with(selection.completed(), selection.current());
    List<Integer> taken =
        Stream.concat(progress.replacingIndexes().stream(), Stream.of(replica)).distinct().toList();
    return PodCliqueScalingGroupUpdateProgressBuilder.builder(progress)
        .replacingIndexes(taken)
        .othersAvailable(others(taken))
        .readyReplicaIndicesSelectedToUpdate(new ReplicaSelection(replica, completed))
        .build();
  }

  /** The progress as it is to be recorded; null while there never was an update. */
  @Nullable PodCliqueScalingGroupUpdateProgress advanced() {
    return Update.advanced(this, view.now()).map(this::recordOf).orElse(null);
  }

  @Override
  public Optional<Progress> recorded() {
    return Optional.ofNullable(before)
        .map(progress ->
            new Progress(
                progress.updateStartedAt(),
                progress.updateEndedAt(),
                progress.podCliqueSetGenerationHash(),
                progress.replacingIndexes(),
                progress.othersAvailable()));
  }

  private PodCliqueScalingGroupUpdateProgress recordOf(Progress progress) {
    long updated =
        view.cliques().stream()
            .flatMap(clique ->
                replicas
                    .all()
                    .flatMap(replica -> view.member(replica, clique).stream())
                    .filter(member -> Availability.isUpdated(member, clique.hash())))
            .count();
    PodCliqueScalingGroupUpdateProgress same =
        before != null && progress.isSameAs(before.updateStartedAt(), before.updateEndedAt())
            ? before
            : null;
    return PodCliqueScalingGroupUpdateProgressBuilder.builder()
        .updateStartedAt(progress.startedAt())
        .updateEndedAt(progress.endedAt())
        .podCliqueSetGenerationHash(progress.generationHash())
        .updatedPodCliquesCount(Math.toIntExact(updated))
        .totalPodCliquesCount(view.counted() * view.cliques().size())
        .readyReplicaIndicesSelectedToUpdate(
            same == null ? null : same.readyReplicaIndicesSelectedToUpdate())
        .replacingIndexes(progress.replacing())
        .othersAvailable(progress.others())
        .lastProgressAt(same == null ? null : lastProgressAt(same))
        .build();
  }

  private @Nullable Instant lastProgressAt(PodCliqueScalingGroupUpdateProgress running) {
    return running.updateEndedAt() == null
            && replicas.updated() > view.group().statusOrEmpty().updatedReplicas()
        ? view.now().truncatedTo(ChronoUnit.SECONDS)
        : running.lastProgressAt();
  }

  /** Whether an update runs, as clients of Grove read it. */
  UpdateInProgressCondition inProgress(
      @Nullable PodCliqueScalingGroupUpdateProgress progress, int updated) {
    return limits.inProgress(
        pace(progress), "%d of %d replicas are".formatted(updated, view.replicas()), view.now());
  }

  /** When an update that runs counts as stuck, if that is still to come. */
  Optional<Instant> stuckAt() {
    return limits.stuckAt(pace(before), view.now());
  }

  private static Optional<Pace> pace(@Nullable PodCliqueScalingGroupUpdateProgress progress) {
    return Optional.ofNullable(progress)
        .filter(known -> known.updateEndedAt() == null)
        .map(running -> new Pace(running.updateStartedAt(), running.lastProgressAt()));
  }

  /**
   * How the group stands to its template, in words.
   *
   * @param progress how far the update has come; null while there never was one
   * @param updated how many replicas are updated
   */
  ProgressingCondition progressing(
      @Nullable PodCliqueScalingGroupUpdateProgress progress, int updated) {
    boolean running = progress != null && progress.updateEndedAt() == null;
    return new ProgressingCondition(
        order.isOnDelete(),
        running || !replicas.outdated().isEmpty(),
        order.isOnDelete()
            ? replicas.all().allMatch(replicas::isOrWasAvailable)
            : updated == view.replicas()
                && replicas
                    .all()
                    .allMatch(replica -> replicas.state(replica) == UpdateState.CURRENT),
        Stream.concat(replacing(progress), replicas.all()).flatMap(this::unready).findFirst(),
        "%d of %d replicas are".formatted(updated, view.replicas()),
        outdatedPods());
  }

  private static Stream<Integer> replacing(@Nullable PodCliqueScalingGroupUpdateProgress progress) {
    return Optional.ofNullable(progress).stream()
        .flatMap(known -> known.replacingIndexes().stream());
  }

  /** How many pods of an old template stay until somebody deletes them. */
  int outdatedPods() {
    return !order.isOnDelete()
        ? 0
        : replicas
            .all()
            .mapToInt(replica ->
                view.cliques().stream()
                    .mapToInt(clique ->
                        view.member(replica, clique)
                            .map(member -> UpdateState.outdatedPods(member, clique.hash()))
                            .orElse(0))
                    .sum())
            .sum();
  }

  private Stream<String> unready(int replica) {
    return view.cliques().stream()
        .filter(clique -> view.member(replica, clique).filter(Availability::hasMinimum).isEmpty())
        .map(clique ->
            view.member(replica, clique)
                .map(Messages::unready)
                .orElseGet(() -> "PodClique " + view.memberName(replica, clique)));
  }

  @Override
  public boolean isOnDelete() {
    return order.isOnDelete();
  }

  @Override
  public Optional<String> changedTo() {
    String known = before == null ? null : before.podCliqueSetGenerationHash();
    return Optional.ofNullable(order.generationHash())
        .filter(hash -> order.hasUpdated() && !hash.equals(known) && order.isRecorded());
  }

  @Override
  public boolean mayStart() {
    return !replicas.outdated().isEmpty() && order.holdsUpdateSlot() && makesPods();
  }

  @Override
  public Optional<String> leadsTo() {
    return Optional.ofNullable(order.generationHash()).filter(_ -> order.holdsUpdateSlot());
  }

  @Override
  public boolean isReturned(int replica) {
    return isBack(replica)
        || replicas.available().filter(other -> other != replica).count() >= view.replicas();
  }

  private boolean isBack(int replica) {
    return replicas.isAvailable(replica)
        && (order.isOnDelete() || replicas.state(replica) == UpdateState.CURRENT);
  }

  // The next one is recorded together with its deletion.
  @Override
  public List<Integer> next() {
    return List.of();
  }

  // While replicas are given up by a scale-in, what the others report proves nothing.
  @Override
  public boolean isReached() {
    return order.isRecorded()
        && !view.isScalingIn()
        && replicas.all().allMatch(replica -> replicas.state(replica) == UpdateState.CURRENT)
        && replicas.available().count() >= MinAvailable.of(view.group());
  }
}
