package dev.coppice.core.group;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgressBuilder;
import dev.coppice.api.group.ReplicaSelection;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.clique.CliqueBlueprint;
import dev.coppice.core.gang.Availability;
import dev.coppice.core.gang.Minimum;
import dev.coppice.core.termination.DueDeletion;
import dev.coppice.core.update.Completed;
import dev.coppice.core.update.Progressing;
import dev.coppice.core.update.Standing;
import dev.coppice.core.update.UpdateOrder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
final class GroupUpdate {

  private final GroupView view;
  private final UpdateOrder order;
  private final @Nullable PodCliqueScalingGroupUpdateProgress before;

  GroupUpdate(GroupView view) {
    this.view = view;
    this.order = new UpdateOrder(view.set(), view.setReplica());
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
    return Stream.concat(idle, taken(outdated)).map(this::deletion);
  }

  // One that was taken and is outdated again goes again; until it is back no other one goes.
  private Stream<Integer> taken(List<Integer> outdated) {
    if (before == null || before.updateEndedAt() != null || !order.isTurn()) {
      return Stream.empty();
    }
    Stream<Integer> ready = outdated.stream().filter(replica -> readyPods(replica) > 0);
    return before.replacingIndexes().isEmpty()
        ? ready.filter(_ -> available().count() >= Minimum.of(view.group())).limit(1)
        : ready.filter(before.replacingIndexes()::contains);
  }

  /** Whether something is left to the next pass, because this one scales in. */
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
  @Nullable PodCliqueScalingGroupUpdateProgress taking(Stream<ReplicaDeletion> opened) {
    return opened
        .filter(record -> record.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED))
        .filter(record -> record.ready() > 0)
        .findFirst()
        .flatMap(record -> Optional.ofNullable(before).map(p -> taking(p, record.replicaIndex())))
        .orElse(before);
  }

  private static PodCliqueScalingGroupUpdateProgress taking(
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
  @Nullable PodCliqueScalingGroupUpdateProgress next() {
    PodCliqueScalingGroupUpdateProgress progress = before == null ? null : withReturned(before);
    progress = order.isOnDelete() ? onDelete(progress) : rolling(progress);
    return progress == null ? null : counted(progress);
  }

  /** How an update stands that has come so far, in words. */
  Progressing progressing(PodCliqueScalingGroupUpdateProgress progress, int updated) {
    return new Progressing(
        progress.updateEndedAt() != null,
        order.isOnDelete(),
        progress.replacingIndexes().stream().flatMap(this::unready).findFirst(),
        "%d of %d replicas are".formatted(updated, view.counted()));
  }

  private Stream<String> unready(int replica) {
    return view.cliques().stream()
        .filter(clique -> view.member(replica, clique).filter(Availability::hasMinimum).isEmpty())
        .map(clique ->
            Progressing.unready(view.memberName(replica, clique), view.member(replica, clique)));
  }

  private @Nullable PodCliqueScalingGroupUpdateProgress onDelete(
      @Nullable PodCliqueScalingGroupUpdateProgress progress) {
    String generation = order.generationHash();
    if (progress != null && progress.updateEndedAt() == null) {
      progress = ended(progress);
    }
    if (generation == null || view.set().statusOrEmpty().updateProgress() == null) {
      return progress;
    }
    boolean known = progress != null && progress.podCliqueSetGenerationHash().equals(generation);
    return known || !order.isRecorded() ? progress : ended(started(generation, progress));
  }

  private @Nullable PodCliqueScalingGroupUpdateProgress rolling(
      @Nullable PodCliqueScalingGroupUpdateProgress progress) {
    if (progress == null || progress.updateEndedAt() != null) {
      return outdated().isEmpty() || !order.isTurn() || !makesPods()
          ? progress
          : started(Objects.requireNonNull(order.generationHash()), progress);
    }
    if (order.isTurn()) {
      progress =
          PodCliqueScalingGroupUpdateProgressBuilder.builder(progress)
              .podCliqueSetGenerationHash(Objects.requireNonNull(order.generationHash()))
              .build();
    }
    return isDone(progress) ? ended(progress) : progress;
  }

  private PodCliqueScalingGroupUpdateProgress started(
      String generation, @Nullable PodCliqueScalingGroupUpdateProgress old) {
    return PodCliqueScalingGroupUpdateProgressBuilder.builder()
        .updateStartedAt(now())
        .podCliqueSetGenerationHash(generation)
        .replacingIndexes(old == null ? List.of() : old.replacingIndexes())
        .build();
  }

  private PodCliqueScalingGroupUpdateProgress ended(PodCliqueScalingGroupUpdateProgress progress) {
    return PodCliqueScalingGroupUpdateProgressBuilder.builder(progress)
        .updateEndedAt(now())
        .readyReplicaIndicesSelectedToUpdate(null)
        .build();
  }

  private PodCliqueScalingGroupUpdateProgress withReturned(
      PodCliqueScalingGroupUpdateProgress progress) {
    List<Integer> missing =
        progress.replacingIndexes().stream()
            .filter(replica -> !isBack(replica))
            .filter(replica ->
                available().filter(other -> !other.equals(replica)).count() < view.replicas())
            .toList();
    return PodCliqueScalingGroupUpdateProgressBuilder.builder(progress)
        .replacingIndexes(missing)
        .build();
  }

  private boolean isBack(int replica) {
    return available().anyMatch(other -> other.equals(replica))
        && (order.isOnDelete() || standing(replica) == Standing.CURRENT);
  }

  // While replicas are given up by a scale-in, what the others report proves nothing.
  private boolean isDone(PodCliqueScalingGroupUpdateProgress progress) {
    return progress.replacingIndexes().isEmpty()
        && order.isRecorded()
        && !view.isScalingIn()
        && replicas().allMatch(replica -> standing(replica) == Standing.CURRENT)
        && available().count() >= Minimum.of(view.group());
  }

  private PodCliqueScalingGroupUpdateProgress counted(
      PodCliqueScalingGroupUpdateProgress progress) {
    int total = view.counted() * view.cliques().size();
    long updated =
        view.cliques().stream()
            .flatMap(clique ->
                IntStream.range(0, view.counted())
                    .mapToObj(replica -> view.member(replica, clique))
                    .flatMap(Optional::stream)
                    .filter(member -> Availability.isUpdated(member, clique.hash())))
            .count();
    return PodCliqueScalingGroupUpdateProgressBuilder.builder(progress)
        .updatedPodCliquesCount(Math.toIntExact(updated))
        .totalPodCliquesCount(total)
        .build();
  }

  private List<Integer> outdated() {
    return replicas().filter(replica -> standing(replica) == Standing.OUTDATED).toList();
  }

  private Standing standing(int replica) {
    return Standing.worst(
        view.cliques().stream()
            .map(clique ->
                view.member(replica, clique)
                    .map(member -> standing(member, clique))
                    .orElse(Standing.UNKNOWN))
            .toList());
  }

  // One that is ahead of its pods is given the template that is asked for, and then counts anew.
  private static Standing standing(PodClique member, CliqueBlueprint clique) {
    Standing standing = Standing.of(member, clique.hash());
    boolean other = !clique.hash().equals(member.statusOrEmpty().currentPodTemplateHash());
    return standing == Standing.OUTDATED && other && CliqueBlueprint.isAhead(member)
        ? Standing.UNKNOWN
        : standing;
  }

  private Stream<PodClique> outdatedMembers(int replica) {
    return view.cliques().stream()
        .flatMap(clique ->
            view.member(replica, clique).stream()
                .filter(member -> standing(member, clique) == Standing.OUTDATED));
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

  private Instant now() {
    return view.now().truncatedTo(ChronoUnit.SECONDS);
  }

  private int readyPods(int replica) {
    return view.members(replica).mapToInt(c -> c.statusOrEmpty().readyReplicas()).sum();
  }
}
