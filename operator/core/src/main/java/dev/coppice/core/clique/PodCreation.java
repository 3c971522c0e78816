package dev.coppice.core.clique;

import dev.coppice.api.gang.PlacementMode;
import dev.coppice.core.exclusive.ExclusiveGroup;
import dev.coppice.core.exclusive.Opening;
import dev.coppice.core.exclusive.OwnExclusiveGroup;
import dev.coppice.core.placement.Placing;
import dev.coppice.core.pod.PodFactory;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.Release;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.GangQueue;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.template.ScaleUnits;
import dev.coppice.core.training.AttemptMark;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the pods of a clique as its scheduler wants them, and lets go those that it holds back. */
final class PodCreation {

  private final CliqueView view;
  private final Optional<SchedulerBackend> scheduler;
  private final PodSettings settings;
  private final @Nullable PlacementMode mode;
  private final boolean isPlacedByRecord;
  private final Optional<Placing> placing;
  private final Optional<ExclusiveGroup> exclusive;
  private final boolean isGroupUnknown;
  private final boolean startup;
  private final boolean gates;
  private final boolean isLost;
  private final Optional<String> obstacle;

  PodCreation(CliqueView view, SchedulerBackends schedulers, PodSettings settings) {
    this.view = view;
    this.settings = settings;
    scheduler = schedulers.find(view.clique().getSpec().podSpec().getSchedulerName());
    mode = view.gang().map(gang -> gang.statusOrEmpty().placementMode()).orElse(null);
    // A worker follows its leader, so that the two cannot be placed at once.
    isPlacedByRecord =
        scheduler.filter(SchedulerBackend::placesOnce).isPresent()
            && mode != PlacementMode.LEADER_FIRST;
    placing =
        isPlacedByRecord
            ? view.gang().flatMap(gang -> Placing.of(gang, view.clique()))
            : Optional.empty();
    exclusive = view.exclusive();
    isGroupUnknown = exclusive.isEmpty() && OwnExclusiveGroup.isWanted(view.clique());
    startup = ParentReadiness.isReached(view);
    gates = !isPlacedByRecord && Gates.areOpen(view);
    Optional<ExclusiveGroup> inGang =
        exclusive.filter(group -> mode == PlacementMode.GANG && group.topology().group() != null);
    isLost = inGang.filter(this::isLost).isPresent();
    obstacle = inGang.flatMap(this::obstacle);
  }

  /** Whether all is there that a pod has to be told. */
  boolean isPossible() {
    return view.crowding() == 0
        && view.gang().isPresent()
        && scheduler.isPresent()
        && obstacle.isEmpty()
        && !isGroupUnknown
        && !isLost
        && exclusive.filter(group -> !group.takesPods()).isEmpty()
        && (placing.isPresent() || !isPlacedByRecord);
  }

  /** Why nothing would keep pods of a gang in the domain of their group; empty if it is kept. */
  Optional<String> obstacle() {
    return obstacle;
  }

  private Optional<String> obstacle(ExclusiveGroup group) {
    return scheduler
        .flatMap(PodCreation::incapacity)
        .or(this::lostDomain)
        .or(() -> otherDomain(group));
  }

  // Nobody is left whom others could follow, so that the group is placed anew.
  private boolean isLost(ExclusiveGroup group) {
    return AttemptMark.of(view.clique()).isEmpty()
        && placing.filter(how -> how.placement().placed()).isPresent()
        && group.isNowhere();
  }

  private static Optional<String> incapacity(SchedulerBackend scheduler) {
    return scheduler.placementMode(true, true) == PlacementMode.LEADER_FIRST
        ? Optional.of(
            "the PodGang is placed as a whole into a domain of its own (placementMode Gang): %s"
                .formatted(
                    scheduler.gangs().isGiven()
                        ? scheduler.topologies().message()
                        : scheduler.gangs().message()))
        : Optional.empty();
  }

  private Optional<String> lostDomain() {
    return placing
        .map(Placing::placement)
        .filter(placement -> placement.placed() && placement.domain() == null)
        .map(placement ->
            "nobody knows in which domain the group is: %s in status.podGroups of the PodGang has none; delete the PodCliques of the group to have it placed anew"
                .formatted(placement.name()));
  }

  // Its nodes have got other labels since, or what was written down was changed: who came back now
  // would be sent away from those who run.
  private Optional<String> otherDomain(ExclusiveGroup group) {
    return placing
        .filter(how -> how.placement().placed())
        .flatMap(Placing::domain)
        .filter(domain -> domain.key().equals(group.topology().group()))
        .flatMap(domain ->
            group
                .outside(domain.value())
                .map(other ->
                    "the gang was placed into %s=%s, and pods of the group are in %s: delete the PodCliques of the group to have it placed anew"
                        .formatted(domain.key(), domain.value(), other)));
  }

  /** What lets go pods that wait for nothing any more. */
  Stream<Action> releases(Stream<PodState> live) {
    return live.flatMap(pod -> release(pod).patch(pod).stream());
  }

  private Release release(PodState pod) {
    Release release = release(pod.index());
    if (isGroupUnknown || isLost || obstacle.isPresent()) {
      return release.held();
    }
    return exclusive
        .filter(_ -> pod.gated() && !isPlacedWithGang(pod.index(), false))
        .map(group ->
            switch (group.opening(pod)) {
              case Opening.Open open -> release.within(open.domain().or(release::domain));
              case Opening.Held _ -> release.held();
            })
        .orElse(release);
  }

  /**
   * What makes pods: of a placement, only its members as long as any is to be made.
   *
   * @param attempt of a training job; empty for other pods
   * @param isFirst whether there has been none yet
   */
  Stream<Action> creates(List<Integer> indices, OptionalInt attempt, boolean isFirst) {
    Purpose purpose = purpose(isFirst);
    Map<Boolean, PodFactory> factories = new TreeMap<>();
    SchedulerBackend backend = scheduler.orElseThrow();
    Optional<SlotGroup> group = view.slotGroup();
    return placing.map(how -> how.first(indices)).orElse(indices).stream()
        .map(index -> {
          // What the group has come to since is asked again before the gate falls.
          Release release =
              exclusive.isPresent() && !isPlacedWithGang(index, isFirst)
                  ? release(index).held()
                  : release(index);
          PodFactory factory =
              factories.computeIfAbsent(
                  release.scheduling(),
                  _ -> new PodFactory(view.clique(), backend, settings, release, attempt, group));
          Pod plain =
              marked(queued(factory.pod(index, view.nextName(index, attempt.orElse(0)))), index);
          Pod pod = exclusive.map(own -> own.joining(plain, index)).orElse(plain);
          return new Action.Create(
              placing
                  .flatMap(how -> how.join(index))
                  .map(placement -> backend.joined(pod, placement))
                  .orElse(pod),
              purpose);
        });
  }

  // Its gang needs it, and it needs its gang: a gate would hold up both.
  private boolean isPlacedWithGang(int index, boolean isFirst) {
    return mode == PlacementMode.GANG
        && (isPlacedByRecord ? placing.flatMap(how -> how.join(index)).isPresent() : isFirst);
  }

  // What the template says counts.
  private Pod queued(Pod pod) {
    Optional<String> queue =
        view.queued() && !pod.getMetadata().getLabels().containsKey(KaiKeys.QUEUE)
            ? view.set().flatMap(set -> GangQueue.of(set).name())
            : Optional.empty();
    return queue
        .map(name ->
            new PodBuilder(pod)
                .editMetadata()
                .addToLabels(KaiKeys.QUEUE, name)
                .endMetadata()
                .build())
        .orElse(pod);
  }

  private Pod marked(Pod pod, int index) {
    Map<String, String> marks = new TreeMap<>();
    view.completeSet()
        .map(set -> ScaleUnits.marks(set.set(), view.clique(), index))
        .orElse(Set.of())
        .forEach(mark -> marks.put(mark, ScaleUnits.MARKED));
    return marks.isEmpty()
        ? pod
        : new PodBuilder(pod).editMetadata().addToLabels(marks).endMetadata().build();
  }

  // Of the first pods their owner tells; they may take two rounds.
  private Purpose purpose(boolean isFirst) {
    Purpose silent = PodPurposes.CREATE_POD.silentOnSuccess();
    return isFirst || view.snapshot().done().contains(silent) ? silent : PodPurposes.CREATE_POD;
  }

  private Release release(int index) {
    return new Release(
        isPlacedByRecord ? placing.filter(how -> how.isOpen(index)).isPresent() : gates,
        startup,
        placing.flatMap(Placing::domain));
  }
}
