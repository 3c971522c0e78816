package dev.coppice.core.group;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgressBuilder;
import dev.coppice.api.group.ReplicaSelection;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.availability.Availability;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.explain.ProgressingCondition;
import dev.coppice.core.recreation.DueDeletion;
import dev.coppice.core.template.RenderedTemplate;
import dev.coppice.core.update.Completed;
import dev.coppice.core.update.Progress;
import dev.coppice.core.update.Update;
import dev.coppice.core.update.UpdateLevel;
import dev.coppice.core.update.UpdateOrder;
import dev.coppice.core.update.UpdateState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the replicas of a scaling group come to a changed template: outdated ones without a Ready pod
 * go at once, the others one after the other, each recorded before it goes.
 */
final class GroupUpdate implements UpdateLevel {

  private final GroupView view;
  private final UpdateOrder order;
  private final @Nullable PodCliqueScalingGroupUpdateProgress before;

  GroupUpdate(GroupView view) {
    this.view = view;
    this.order = new UpdateOrder(view.resolved(), view.setReplica());
    this.before = view.group().statusOrEmpty().updateProgress();
  }

  /** The replicas that go now: those without a Ready pod, and the next one if it may be taken. */
  Stream<DueDeletion> deletions() {
    if (order.isOnDelete() || view.isScalingIn()) {
      return Stream.empty();
    }
    List<Integer> outdated = outdated();
    if (outdated.isEmpty() || !order.isRecorded() || !makesPods()) {
      return Stream.empty();
    }
    Stream<Integer> idle = outdated.stream().filter(replica -> readyPods(replica) == 0);
    return Stream.concat(idle, selected(outdated)).map(this::deletion);
  }

  // One that was selected and is outdated again goes again; until it is back no other one goes.
  private Stream<Integer> selected(List<Integer> outdated) {
    if (before == null || before.updateEndedAt() != null || !order.holdsUpdateSlot()) {
      return Stream.empty();
    }
    Stream<Integer> ready = outdated.stream().filter(replica -> readyPods(replica) > 0);
    return before.replacingIndexes().isEmpty()
        ? ready.filter(_ -> available().count() >= MinAvailable.of(view.group())).limit(1)
        : ready.filter(before.replacingIndexes()::contains);
  }

  /** Whether something is left to the next reconcile, because this one scales in. */
  boolean isPutOff() {
    boolean runs = before != null && before.updateEndedAt() == null;
    return view.hasScaledIn() && !order.isOnDelete() && (runs || !outdated().isEmpty());
  }

  // What could not be made again stays.
  private boolean makesPods() {
    return view.isWorkable() && view.isSetValid();
  }

  private DueDeletion deletion(int replica) {
    return new DueDeletion(
        replica,
        ReplicaDeletion.TEMPLATE_CHANGED,
        outdatedMembers(replica).findFirst().map(c -> c.getMetadata().getName()).orElse(""),
        readyPods(replica),
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

  private static PodCliqueScalingGroupUpdateProgress selecting(
      PodCliqueScalingGroupUpdateProgress progress, int replica) {
    ReplicaSelection selection = progress.readyReplicaIndicesSelectedToUpdate();
    List<Integer> completed =
        selection == null ? List.of() : Completed.with(selection.completed(), selection.current());
    return PodCliqueScalingGroupUpdateProgressBuilder.builder(progress)
        .replacingIndexes(List.of(replica))
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
                progress.replacingIndexes()));
  }

  private PodCliqueScalingGroupUpdateProgress recordOf(Progress progress) {
    long updated =
        view.cliques().stream()
            .flatMap(clique ->
                replicas()
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
        .build();
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
        running || !outdated().isEmpty(),
        order.isOnDelete()
            ? replicas().allMatch(this::isOrWasAvailable)
            : updated == view.replicas()
                && replicas().allMatch(replica -> state(replica) == UpdateState.CURRENT),
        Stream.concat(replacing(progress), replicas()).flatMap(this::unready).findFirst(),
        "%d of %d replicas are".formatted(updated, view.replicas()),
        outdatedPods());
  }

  private static Stream<Integer> replacing(@Nullable PodCliqueScalingGroupUpdateProgress progress) {
    return Optional.ofNullable(progress).stream()
        .flatMap(known -> known.replacingIndexes().stream());
  }

  private boolean isOrWasAvailable(int replica) {
    return view.cliques().stream()
        .allMatch(clique ->
            view.member(replica, clique)
                .filter(c -> Availability.hasMinimum(c) || c.statusOrEmpty().wasAvailable())
                .isPresent());
  }

  /** How many pods of an old template stay until somebody deletes them. */
  int outdatedPods() {
    return !order.isOnDelete()
        ? 0
        : replicas()
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
    return !outdated().isEmpty() && order.holdsUpdateSlot() && makesPods();
  }

  @Override
  public Optional<String> leadsTo() {
    return Optional.ofNullable(order.generationHash()).filter(_ -> order.holdsUpdateSlot());
  }

  @Override
  public boolean isReturned(int replica) {
    return isBack(replica)
        || available().filter(other -> other != replica).count() >= view.replicas();
  }

  private boolean isBack(int replica) {
    return available().anyMatch(other -> other == replica)
        && (order.isOnDelete() || state(replica) == UpdateState.CURRENT);
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
        && replicas().allMatch(replica -> state(replica) == UpdateState.CURRENT)
        && available().count() >= MinAvailable.of(view.group());
  }

  private List<Integer> outdated() {
    return replicas().filter(replica -> state(replica) == UpdateState.OUTDATED).toList();
  }

  private UpdateState state(int replica) {
    return UpdateState.worst(
        view.cliques().stream()
            .map(clique ->
                view.member(replica, clique)
                    .map(member -> state(member, clique))
                    .orElse(UpdateState.UNKNOWN))
            .toList());
  }

  // One that is ahead of its pods is given the template that is asked for, and then counts anew.
  private static UpdateState state(PodClique member, RenderedTemplate clique) {
    UpdateState state = UpdateState.of(member, clique.hash());
    boolean other = !clique.hash().equals(member.statusOrEmpty().currentPodTemplateHash());
    return state == UpdateState.OUTDATED && other && RenderedTemplate.isAhead(member)
        ? UpdateState.UNKNOWN
        : state;
  }

  private Stream<PodClique> outdatedMembers(int replica) {
    return view.cliques().stream()
        .flatMap(clique ->
            view.member(replica, clique).stream()
                .filter(member -> state(member, clique) == UpdateState.OUTDATED));
  }

  private Stream<Integer> replicas() {
    return IntStream.range(0, view.counted()).boxed();
  }

  private Stream<Integer> available() {
    return replicas()
        .filter(replica ->
            view.cliques().stream()
                .allMatch(clique ->
                    view.member(replica, clique).filter(Availability::hasMinimum).isPresent()));
  }

  private int readyPods(int replica) {
    return view.members(replica).mapToInt(c -> c.statusOrEmpty().readyReplicas()).sum();
  }
}
