package dev.coppice.core.pod;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.clique.PodCliqueUpdateProgressBuilder;
import dev.coppice.api.clique.PodSelection;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.clique.ReplicaIndex;
import dev.coppice.core.update.Completed;
import dev.coppice.core.update.Progressing;
import dev.coppice.core.update.UpdateOrder;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the pods of a clique come to a changed template: outdated pods that are not Ready go at once,
 * Ready ones one after the other, each recorded before it goes. Pods are compared with the hash
 * that the clique itself carries, and only while that is the one that the set asks for. Members of
 * a scaling group give up no pods: their group replaces them as a whole.
 */
final class CliqueUpdate {

  private static final Comparator<PodState> OLDEST_FIRST = PodState.YOUNGEST_FIRST.reversed();

  private final PodCliqueView view;
  private final @Nullable PodCliqueUpdateProgress before;
  private final Optional<UpdateOrder> order;
  private final BooleanSupplier makesPods;
  private final List<PodState> live;
  private final List<PodState> outdated;

  /**
   * The update of a clique.
   *
   * @param set the set that the clique belongs to; empty while it is not in view with all its parts
   * @param makesPods whether pods that go would be made again; asked only when some would
   */
  CliqueUpdate(PodCliqueView view, Optional<PodCliqueSet> set, BooleanSupplier makesPods) {
    this.makesPods = makesPods;
    this.view = view;
    this.before = view.clique().statusOrEmpty().updateProgress();
    this.live = view.live();
    this.outdated = live.stream().filter(pod -> !isCurrent(pod)).toList();
    this.order =
        set.flatMap(known ->
            ReplicaIndex.of(view.clique(), Labels.SET_REPLICA_INDEX).stream()
                .mapToObj(replica -> new UpdateOrder(known, replica))
                .findFirst());
  }

  private boolean isCurrent(PodState pod) {
    return Objects.equals(pod.templateHash(), view.templateHash());
  }

  /**
   * Whether the clique is about to be given another template. Under OnDelete a pod that is made
   * before would stay outdated; the patch that is waited for wakes the clique.
   */
  boolean awaitsTemplate() {
    return order
        .filter(asked -> asked.isOnDelete() && asked.isAboutToReach(view.clique(), view.group()))
        .isPresent();
  }

  /** Outdated pods that are not Ready: the update may have them at any time. */
  List<PodState> idle() {
    List<PodState> idle = outdated.stream().filter(pod -> !pod.ready()).toList();
    return !idle.isEmpty()
            && !view.isScalingIn()
            && isRolling()
            && isAsAsked()
            && makesPods.getAsBoolean()
        ? idle
        : List.of();
  }

  /** Outdated pods at the recorded indices: what was taken goes, Ready or not. */
  List<PodState> taken() {
    List<PodState> taken =
        outdated.stream().filter(pod -> replacing().contains(pod.index())).toList();
    return !taken.isEmpty() && isRolling() && mayTake() ? taken : List.of();
  }

  /** Whether something is left to the next pass, because this one scales in. */
  boolean isPutOff() {
    boolean runs = before != null && before.updateEndedAt() == null;
    return view.hasScaledIn() && isRolling() && (runs || !outdated.isEmpty());
  }

  /** Whether another index has to be recorded before its pod may go. */
  boolean takesMore() {
    PodCliqueUpdateProgress next = next();
    return next != null && !replacing().containsAll(next.replacingIndexes());
  }

  /** The indices that were taken and are not known to be back. */
  List<Integer> replacing() {
    return before == null ? List.of() : before.replacingIndexes();
  }

  /** The progress as it is to be recorded; null while there never was an update. */
  @Nullable PodCliqueUpdateProgress next() {
    return order.map(this::next).orElse(before);
  }

  /** How an update stands that has come so far, in words. */
  Progressing progressing(PodCliqueUpdateProgress progress, int updated) {
    return new Progressing(
        progress.updateEndedAt() != null,
        order.filter(UpdateOrder::isOnDelete).isPresent(),
        progress.replacingIndexes().stream()
            .filter(index -> readyAt(index).noneMatch(this::isCurrent))
            .map(this::describe)
            .findFirst(),
        "%d of %d pods are".formatted(updated, live.size()));
  }

  private String describe(int index) {
    return "pod "
        + live.stream()
            .filter(pod -> pod.index() == index)
            .map(PodState::name)
            .findFirst()
            .orElseGet(() -> view.nextName(index));
  }

  private @Nullable PodCliqueUpdateProgress next(UpdateOrder asked) {
    if (before == null && outdated.isEmpty() && !asked.isOnDelete()) {
      return null;
    }
    PodCliqueUpdateProgress progress = before == null ? null : withReturned(before);
    return asked.isOnDelete() ? onDelete(asked, progress) : rolling(asked, progress);
  }

  // What was changed is done with once it is known; nobody can tell when the last pod will follow.
  private @Nullable PodCliqueUpdateProgress onDelete(
      UpdateOrder asked, @Nullable PodCliqueUpdateProgress progress) {
    String generation = asked.generationHash();
    if (progress != null && progress.updateEndedAt() == null) {
      progress =
          PodCliqueUpdateProgressBuilder.builder(progress)
              .updateEndedAt(view.now().truncatedTo(ChronoUnit.SECONDS))
              .readyPodsSelectedToUpdate(null)
              .build();
    }
    if (generation == null || asked.set().statusOrEmpty().updateProgress() == null) {
      return progress;
    }
    boolean known = progress != null && progress.podCliqueSetGenerationHash().equals(generation);
    return known || !isAsAsked() || !asked.isRecorded()
        ? progress
        : started(generation, progress)
            .updateEndedAt(view.now().truncatedTo(ChronoUnit.SECONDS))
            .build();
  }

  private @Nullable PodCliqueUpdateProgress rolling(
      UpdateOrder asked, @Nullable PodCliqueUpdateProgress progress) {
    if (isMember()) {
      return progress;
    }
    if (progress == null || progress.updateEndedAt() != null) {
      return outdated.isEmpty() || !mayTake()
          ? progress
          : withTaken(started(Objects.requireNonNull(asked.generationHash()), progress).build());
    }
    if (isAsAsked() && asked.isRecorded()) {
      progress = retargeted(asked, progress);
    }
    if (!outdated.isEmpty() && mayTake()) {
      progress = withTaken(progress);
    }
    return isDone(progress)
        ? PodCliqueUpdateProgressBuilder.builder(progress)
            .updateEndedAt(view.now().truncatedTo(ChronoUnit.SECONDS))
            .readyPodsSelectedToUpdate(null)
            .build()
        : progress;
  }

  private PodCliqueUpdateProgressBuilder started(
      String generation, @Nullable PodCliqueUpdateProgress old) {
    return PodCliqueUpdateProgressBuilder.builder()
        .updateStartedAt(view.now().truncatedTo(ChronoUnit.SECONDS))
        .podCliqueSetGenerationHash(generation)
        .podTemplateHash(Objects.requireNonNullElse(view.templateHash(), ""))
        .replacingIndexes(old == null ? List.of() : old.replacingIndexes());
  }

  private PodCliqueUpdateProgress retargeted(UpdateOrder asked, PodCliqueUpdateProgress progress) {
    return PodCliqueUpdateProgressBuilder.builder(progress)
        .podCliqueSetGenerationHash(Objects.requireNonNull(asked.generationHash()))
        .podTemplateHash(Objects.requireNonNullElse(view.templateHash(), ""))
        .build();
  }

  private PodCliqueUpdateProgress withTaken(PodCliqueUpdateProgress progress) {
    Optional<PodState> next =
        progress.replacingIndexes().isEmpty() && ready(live) >= view.minimum()
            ? outdated.stream().filter(PodState::ready).min(OLDEST_FIRST)
            : Optional.empty();
    return next.map(pod ->
            PodCliqueUpdateProgressBuilder.builder(progress)
                .replacingIndexes(List.of(pod.index()))
                .readyPodsSelectedToUpdate(
                    selection(progress.readyPodsSelectedToUpdate(), pod.name()))
                .build())
        .orElse(progress);
  }

  private static PodSelection selection(@Nullable PodSelection before, String next) {
    return new PodSelection(
        next, before == null ? List.of() : Completed.with(before.completed(), before.current()));
  }

  // An index is whole again with a Ready pod of the template, or no longer needed when as many
  // others are Ready as are asked for.
  private PodCliqueUpdateProgress withReturned(PodCliqueUpdateProgress progress) {
    if (progress.replacingIndexes().isEmpty()) {
      return progress;
    }
    boolean onDelete = !isRolling();
    boolean asAsked = isAsAsked();
    List<Integer> missing =
        progress.replacingIndexes().stream()
            .filter(
                index -> readyAt(index).noneMatch(pod -> onDelete || (asAsked && isCurrent(pod))))
            .filter(index ->
                live.stream().filter(p -> p.ready() && p.index() != index).count()
                    < view.replicas())
            .toList();
    return PodCliqueUpdateProgressBuilder.builder(progress).replacingIndexes(missing).build();
  }

  private Stream<PodState> readyAt(int index) {
    return live.stream().filter(pod -> pod.ready() && pod.index() == index);
  }

  // While pods are given up by a scale-in, the readiness of the others proves nothing.
  private boolean isDone(PodCliqueUpdateProgress progress) {
    return outdated.isEmpty()
        && progress.replacingIndexes().isEmpty()
        && !view.isScalingIn()
        && ready(live) >= view.minimum()
        && isAsAsked();
  }

  private static long ready(List<PodState> pods) {
    return pods.stream().filter(PodState::ready).count();
  }

  private boolean isMember() {
    return view.label(Labels.SCALING_GROUP) != null;
  }

  private boolean isRolling() {
    return !isMember() && order.filter(asked -> !asked.isOnDelete()).isPresent();
  }

  private boolean mayTake() {
    return !view.isScalingIn()
        && isAsAsked()
        && order.filter(UpdateOrder::isTurn).isPresent()
        && makesPods.getAsBoolean();
  }

  /** Whether the clique carries the template that its set asks for. */
  private boolean isAsAsked() {
    return order.filter(asked -> asked.isCarriedBy(view.clique())).isPresent();
  }
}
