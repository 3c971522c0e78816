package dev.coppice.core.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.clique.PodCliqueUpdateProgressBuilder;
import dev.coppice.api.clique.PodSelection;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.explain.ProgressingCondition;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.ScaleOut;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.status.Words;
import dev.coppice.core.update.Completed;
import dev.coppice.core.update.Pace;
import dev.coppice.core.update.Progress;
import dev.coppice.core.update.RollingLimits;
import dev.coppice.core.update.Update;
import dev.coppice.core.update.UpdateLevel;
import dev.coppice.core.update.UpdateOrder;
import dev.coppice.core.update.UpdateUnits;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the pods of a clique come to a changed template: outdated pods that are not Ready go at once,
 * Ready ones one after the other, each recorded before it goes, and none of them is the last that
 * serves. Pods are compared with the hash that the clique itself carries, and only while that is
 * the one that the set asks for. Members of a scaling group give up no pods: their group replaces
 * them as a whole.
 */
final class CliqueUpdate implements UpdateLevel {

  private final CliqueView view;
  private final @Nullable PodCliqueUpdateProgress before;
  private final Optional<UpdateOrder> order;
  private final List<PodState> live;
  private final List<PodState> outdated;
  private final RollingLimits limits;
  private final UpdateUnits units;

  CliqueUpdate(CliqueView view) {
    this.view = view;
    this.before = believed(view);
    this.live = view.live();
    this.outdated = live.stream().filter(pod -> !view.isCurrent(pod)).toList();
    this.order =
        view.completeSet()
            .flatMap(set ->
                ReplicaIndex.of(view.clique(), Labels.SET_REPLICA_INDEX).stream()
                    .mapToObj(replica -> new UpdateOrder(set, replica))
                    .findFirst());
    this.limits = order.map(asked -> asked.limits(view.clique())).orElse(RollingLimits.DEFAULT);
    this.units = new UpdateUnits(view.clique(), live, limits.maxUnavailable());
  }

  // One that never began, or one of a member that is under way, is somebody else's, and would never
  // end. A pod is made at each index that is left.
  private static @Nullable PodCliqueUpdateProgress believed(CliqueView view) {
    PodCliqueUpdateProgress stored = view.clique().statusOrEmpty().updateProgress();
    if (stored == null
        || stored.updateStartedAt() == null
        || (isMember(view) && stored.updateEndedAt() == null)) {
      return null;
    }
    int most = view.completeSet().map(ResolvedSet.Complete::mostReplicas).orElse(Integer.MAX_VALUE);
    return PodCliqueUpdateProgressBuilder.builder(stored)
        .replacingIndexes(
            stored.replacingIndexes().stream().filter(index -> index >= 0 && index < most).toList())
        .build();
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

  /**
   * What has to be read before a pod is made again, since the set in view may be as old as the pod:
   * under OnDelete the set, so that a pod that is deleted right after a change comes back new.
   */
  Optional<LiveRead> unseenTemplate() {
    return order
        .filter(asked -> asked.isOnDelete() && !view.isFirstCreation())
        .map(asked -> new LiveRead.Get(ObjectKey.of(asked.set().set())));
  }

  /** How many pods are not made from the template that the clique carries. */
  int outdated() {
    return outdated.size();
  }

  /** Pods of which nothing is Ready: the update may have them at any time. */
  List<PodState> idle() {
    List<PodState> idle = units.idle(outdated);
    return !idle.isEmpty() && !view.isScalingIn() && isRolling() && isAsAsked() && view.isValid()
        ? idle
        : List.of();
  }

  /**
   * Pods at the recorded indices: what was selected goes, Ready or not, unless so much of the rest
   * has failed since that it is needed.
   */
  List<PodState> selected() {
    List<PodState> selected =
        units.whole(outdated).stream().filter(pod -> replacing().contains(pod.index())).toList();
    return !selected.isEmpty() && isRolling() && maySelect() && units.spares(selected)
        ? selected
        : List.of();
  }

  /**
   * What has to be read before a pod that serves goes: of the others some may have failed since.
   */
  Optional<LiveRead> unseenPods() {
    LiveRead pods =
        new LiveRead.ListOf(
            Pod.class,
            view.clique().getMetadata().getNamespace(),
            Map.of(Labels.POD_CLIQUE, view.name()));
    return selected().stream().anyMatch(PodState::ready) && !view.snapshot().live().contains(pods)
        ? Optional.of(pods)
        : Optional.empty();
  }

  /** Whether something is left to the next reconcile, because this one scales in. */
  boolean isPutOff() {
    boolean runs = before != null && before.updateEndedAt() == null;
    return view.hasScaledIn() && isRolling() && (runs || !outdated.isEmpty());
  }

  /** Whether another index has to be recorded before its pod may go. */
  boolean selectsMore() {
    PodCliqueUpdateProgress next = advanced();
    return next != null && !replacing().containsAll(next.replacingIndexes());
  }

  /** The indices whose pods were selected and are not known to be back. */
  List<Integer> replacing() {
    return before == null ? List.of() : before.replacingIndexes();
  }

  /** The progress as it is to be recorded; null while there never was an update. */
  @Nullable PodCliqueUpdateProgress advanced() {
    return order.isEmpty()
        ? before
        : Update.advanced(this, view.now()).map(this::recordOf).orElse(null);
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
                progress.othersReady()));
  }

  private PodCliqueUpdateProgress recordOf(Progress progress) {
    PodCliqueUpdateProgress same =
        before != null && progress.isSameAs(before.updateStartedAt(), before.updateEndedAt())
            ? before
            : null;
    PodSelection selection = same == null ? null : same.readyPodsSelectedToUpdate();
    int updated =
        same != null && !progress.isRunning() ? same.updatedReadyReplicas() : updatedReady();
    return PodCliqueUpdateProgressBuilder.builder()
        .updateStartedAt(progress.startedAt())
        .updateEndedAt(progress.endedAt())
        .podCliqueSetGenerationHash(progress.generationHash())
        .podTemplateHash(
            same != null && progress.generationHash().equals(same.podCliqueSetGenerationHash())
                ? same.podTemplateHash()
                : Objects.requireNonNullElse(view.templateHash(), ""))
        .readyPodsSelectedToUpdate(
            progress.selected().isEmpty()
                ? selection
                : units
                    .next(unselected())
                    .map(pods -> selection(selection, pods.getFirst().name()))
                    .orElse(selection))
        .replacingIndexes(progress.replacing())
        .currentSubGroups(units.subGroups(progress.replacing()))
        .othersReady(progress.others())
        .updatedReadyReplicas(updated)
        .lastProgressAt(
            same == null
                ? null
                : updated > same.updatedReadyReplicas()
                    ? view.now().truncatedTo(ChronoUnit.SECONDS)
                    : same.lastProgressAt())
        .build();
  }

  private int updatedReady() {
    return isAsAsked() ? units.ready(view::isCurrent) : 0;
  }

  /** Whether two progresses differ in nothing but counts. */
  static boolean isSame(
      @Nullable PodCliqueUpdateProgress one, @Nullable PodCliqueUpdateProgress other) {
    return Objects.equals(withoutCounts(one), withoutCounts(other));
  }

  private static @Nullable PodCliqueUpdateProgress withoutCounts(
      @Nullable PodCliqueUpdateProgress progress) {
    return progress == null
        ? null
        : PodCliqueUpdateProgressBuilder.builder(progress)
            .updatedReadyReplicas(0)
            .lastProgressAt(null)
            .build();
  }

  /** Whether an update runs, as clients of Grove read it. */
  UpdateInProgressCondition inProgress(@Nullable PodCliqueUpdateProgress progress) {
    int updated = progress == null ? 0 : progress.updatedReadyReplicas();
    return limits.inProgress(
        pace(progress), "%d of %d pods are".formatted(updated, view.replicas()), view.now());
  }

  /** When an update that runs counts as stuck, if that is still to come. */
  Optional<Instant> stuckAt() {
    return limits.stuckAt(pace(before), view.now());
  }

  private static Optional<Pace> pace(@Nullable PodCliqueUpdateProgress progress) {
    return Optional.ofNullable(progress)
        .filter(known -> known.updateEndedAt() == null)
        .map(running -> new Pace(running.updateStartedAt(), running.lastProgressAt()));
  }

  /** How the clique stands to its template, in words. */
  ProgressingCondition progressing(@Nullable PodCliqueUpdateProgress progress) {
    String known = view.clique().statusOrEmpty().currentPodTemplateHash();
    boolean changed = known != null && !known.equals(view.templateHash());
    return new ProgressingCondition(
        isOnDelete(),
        changed || (progress != null && progress.updateEndedAt() == null),
        isOnDelete() ? view.isOrWasAvailable() : isComplete(),
        awaited(progress),
        "%d of %d pods are".formatted(live.size() - outdated.size(), view.replicas()),
        outdated.size());
  }

  private boolean isComplete() {
    return outdated.isEmpty() && isAsAsked() && units.ready() >= view.minimum();
  }

  private Optional<String> awaited(@Nullable PodCliqueUpdateProgress progress) {
    return Optional.ofNullable(progress).stream()
        .flatMap(known -> known.replacingIndexes().stream())
        .filter(index ->
            live.stream()
                .noneMatch(pod -> pod.ready() && pod.index() == index && view.isCurrent(pod)))
        .map(this::describe)
        .findFirst()
        .or(() ->
            live.stream()
                .filter(pod -> !pod.ready())
                .findFirst()
                .map(pod -> "pod %s, made at %s".formatted(pod.name(), Words.time(pod.created()))));
  }

  private String describe(int index) {
    return live.stream()
        .filter(pod -> pod.index() == index)
        .map(pod -> "pod " + pod.name())
        .findFirst()
        .orElse("a pod at index " + index);
  }

  private static PodSelection selection(@Nullable PodSelection before, String next) {
    return new PodSelection(
        next, before == null ? List.of() : Completed.with(before.completed(), before.current()));
  }

  @Override
  public boolean isOnDelete() {
    return order.filter(UpdateOrder::isOnDelete).isPresent();
  }

  @Override
  public Optional<String> changedTo() {
    String known = before == null ? null : before.podCliqueSetGenerationHash();
    return order
        .filter(UpdateOrder::hasUpdated)
        .map(UpdateOrder::generationHash)
        .filter(hash -> !hash.equals(known) && isAsAsked() && isRecorded());
  }

  @Override
  public boolean mayStart() {
    return !isMember() && !outdated.isEmpty() && maySelect();
  }

  @Override
  public Optional<String> leadsTo() {
    return order
        .filter(_ -> !isMember() && isAsAsked() && isRecorded())
        .map(UpdateOrder::generationHash);
  }

  @Override
  public List<Integer> next() {
    return isMember() || outdated.isEmpty() || !maySelect()
        ? List.of()
        : units.next(unselected()).map(units::indices).orElse(List.of());
  }

  private List<PodState> unselected() {
    return outdated.stream().filter(pod -> !replacing().contains(pod.index())).toList();
  }

  @Override
  public int others(List<Integer> taken) {
    return units.readyWithout(taken);
  }

  @Override
  public int units(List<Integer> taken) {
    return units.count(taken);
  }

  @Override
  public int waiting(List<Integer> taken) {
    return units.waiting(taken);
  }

  @Override
  public int maxUnavailable() {
    return limits.maxUnavailable();
  }

  // What is Ready again may still be of the old template.
  @Override
  public boolean isReturned(int index) {
    return units.isReturned(index, pod -> !isRolling() || (view.isCurrent(pod) && isAsAsked()));
  }

  /** What the clique is to have while pods are missing that the update has taken. */
  ScaleOut.Wanted wanted() {
    return new ScaleOut.Wanted(view.replicas(), replacing(), view.isDivided());
  }

  // While pods are given up by a scale-in, the readiness of the others proves nothing.
  @Override
  public boolean isReached() {
    return !isMember()
        && outdated.isEmpty()
        && !view.isScalingIn()
        && units.ready() >= view.minimum()
        && isAsAsked();
  }

  private boolean isMember() {
    return isMember(view);
  }

  private static boolean isMember(CliqueView view) {
    return view.label(Labels.SCALING_GROUP) != null;
  }

  private boolean isRolling() {
    return !isMember() && order.filter(asked -> !asked.isOnDelete()).isPresent();
  }

  private boolean maySelect() {
    return !view.isScalingIn()
        && isAsAsked()
        && order.filter(UpdateOrder::holdsUpdateSlot).isPresent()
        && view.isValid();
  }

  private boolean isRecorded() {
    return order.filter(UpdateOrder::isRecorded).isPresent();
  }

  /** Whether the clique carries the template that its set asks for. */
  private boolean isAsAsked() {
    return order.filter(asked -> asked.isCarriedBy(view.clique())).isPresent();
  }
}
