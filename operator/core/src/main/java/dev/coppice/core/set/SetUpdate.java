package dev.coppice.core.set;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.PodCliqueSetUpdateProgressBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.core.clique.CliqueTemplates;
import dev.coppice.core.clique.ReplicaIndex;
import dev.coppice.core.gang.Availability;
import dev.coppice.core.gang.Breaches;
import dev.coppice.core.gang.SetCliques;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.rollout.TemplateHash;
import dev.coppice.core.update.Progressing;
import dev.coppice.core.update.Standing;
import dev.coppice.core.update.UpdateOrder;
import dev.coppice.core.watch.Relatives;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a set comes to a changed template: one replica after the other has the slot in which it gives
 * up Ready pods. A replica without any needs none, and could hold it for ever.
 */
final class SetUpdate {

  private final Snapshot<PodCliqueSet> snapshot;
  private final PodCliqueSet set;
  private final Map<Integer, List<PodClique>> parts;
  private final int counted;
  private final ReplicaAvailability availability;
  private final Instant now;
  private final Map<String, String> hashes = new HashMap<>();

  /** The update of a set of whose replicas the first {@code counted} are looked at. */
  SetUpdate(
      Snapshot<PodCliqueSet> snapshot, int counted, ReplicaAvailability availability, Instant now) {
    this.snapshot = snapshot;
    this.set = snapshot.primary();
    this.parts =
        new SetCliques(snapshot)
            .staying()
            .collect(
                Collectors.groupingBy(
                    clique -> ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).orElse(-1)));
    this.counted = counted;
    this.availability = availability;
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * The progress as it is to be recorded; null while there never was an update.
   *
   * @param generationHash hash of the templates that are asked for
   */
  @Nullable PodCliqueSetUpdateProgress next(String generationHash) {
    PodCliqueSetUpdateProgress next = uncounted(generationHash);
    return next == null ? null : counted(next, generationHash);
  }

  private PodCliqueSetUpdateProgress counted(
      PodCliqueSetUpdateProgress progress, String generationHash) {
    PodCliqueSetTemplate template = set.getSpec().template();
    long cliques =
        replicas()
            .flatMap(this::parts)
            .filter(clique -> Relatives.label(clique, Labels.SCALING_GROUP).isEmpty())
            .filter(clique -> standing(clique) == Standing.CURRENT)
            .count();
    long groups =
        replicas()
            .flatMap(this::groups)
            .map(group -> group.statusOrEmpty().currentPodCliqueSetGenerationHash())
            .filter(generationHash::equals)
            .count();
    return PodCliqueSetUpdateProgressBuilder.builder(progress)
        .updatedPodCliquesCount(Math.toIntExact(cliques))
        .totalPodCliquesCount(counted * CliqueTemplates.standalone(template).size())
        .updatedPodCliqueScalingGroupsCount(Math.toIntExact(groups))
        .totalPodCliqueScalingGroupsCount(counted * template.podCliqueScalingGroups().size())
        .build();
  }

  private @Nullable PodCliqueSetUpdateProgress uncounted(String generationHash) {
    PodCliqueSetUpdateProgress before = set.statusOrEmpty().updateProgress();
    String recorded = set.statusOrEmpty().currentGenerationHash();
    boolean changed = recorded != null && !recorded.equals(generationHash);
    if (UpdateOrder.isOnDelete(set.getSpec())) {
      return onDelete(before, changed);
    }
    if (before == null || before.updateEndedAt() != null) {
      return replicas().noneMatch(this::hasOutdatedPods) ? before : slotted(started());
    }
    PodCliqueSetUpdateProgress next = slotted(before);
    return next.currentlyUpdating().isEmpty() && replicas().allMatch(this::isCurrent)
        ? ended(next)
        : next;
  }

  /** How an update stands that has come so far, in words. */
  Progressing progressing(PodCliqueSetUpdateProgress progress, int updated) {
    return new Progressing(
        progress.updateEndedAt() != null,
        UpdateOrder.isOnDelete(set.getSpec()),
        progress.currentlyUpdating().isEmpty()
            ? replicas()
                .filter(replica -> !isDone(replica))
                .findFirst()
                .map("replica %d"::formatted)
            : progress.currentlyUpdating().stream()
                .flatMap(slot -> unready(slot.replicaIndex()))
                .findFirst(),
        "%d of %d replicas are".formatted(updated, set.getSpec().replicas()));
  }

  private Stream<String> unready(int replica) {
    Stream<String> replaced = parts(replica).flatMap(SetUpdate::replacedPods);
    Stream<String> unready =
        parts(replica)
            .filter(clique -> !Availability.hasMinimum(clique))
            .map(
                clique -> Progressing.unready(clique.getMetadata().getName(), Optional.of(clique)));
    return Stream.concat(replaced, unready);
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

  private @Nullable PodCliqueSetUpdateProgress onDelete(
      @Nullable PodCliqueSetUpdateProgress before, boolean changed) {
    if (changed) {
      return ended(started());
    }
    return before == null || before.updateEndedAt() != null ? before : ended(before);
  }

  private PodCliqueSetUpdateProgress started() {
    return PodCliqueSetUpdateProgressBuilder.builder().updateStartedAt(now).build();
  }

  private PodCliqueSetUpdateProgress ended(PodCliqueSetUpdateProgress progress) {
    return PodCliqueSetUpdateProgressBuilder.builder(progress)
        .updateEndedAt(now)
        .currentlyUpdating(List.of())
        .build();
  }

  // Whoever has the slot keeps it until its replica is whole again.
  private PodCliqueSetUpdateProgress slotted(PodCliqueSetUpdateProgress progress) {
    List<ReplicaUpdateProgress> kept =
        progress.currentlyUpdating().stream()
            .filter(slot -> slot.replicaIndex() < set.getSpec().replicas())
            .filter(slot -> !isDone(slot.replicaIndex()))
            .limit(1)
            .toList();
    List<ReplicaUpdateProgress> next =
        kept.isEmpty()
            ? chosen().stream().map(i -> new ReplicaUpdateProgress(i, now, null)).toList()
            : kept;
    return PodCliqueSetUpdateProgressBuilder.builder(progress).currentlyUpdating(next).build();
  }

  // The first that nobody can judge yet is waited for: what its PodCliques report is on its way.
  private Optional<Integer> chosen() {
    return replicas()
        .filter(replica -> !isCurrent(replica))
        .filter(replica -> parts(replica).anyMatch(c -> c.statusOrEmpty().readyReplicas() > 0))
        .min(
            Comparator.comparing((Integer replica) -> !isReplacing(replica))
                .thenComparing(replica -> !isBreached(replica))
                .thenComparing(Comparator.naturalOrder()))
        .filter(replica -> isReplacing(replica) || standing(replica) == Standing.OUTDATED);
  }

  private boolean isDone(int replica) {
    return isCurrent(replica) && availability.isAvailable(replica);
  }

  private boolean isCurrent(int replica) {
    return !isReplacing(replica) && standing(replica) == Standing.CURRENT;
  }

  private boolean hasOutdatedPods(int replica) {
    return parts(replica)
        .anyMatch(clique ->
            clique.statusOrEmpty().replicas() > 0 && standing(clique) == Standing.OUTDATED);
  }

  private Standing standing(int replica) {
    return Standing.worst(parts(replica).map(this::standing).toList());
  }

  private Standing standing(PodClique clique) {
    return CliqueTemplates.of(set, clique)
        .map(template ->
            Standing.of(clique, hashes.computeIfAbsent(template.name(), _ -> hash(template))))
        .orElse(Standing.CURRENT);
  }

  private String hash(PodCliqueTemplate template) {
    return TemplateHash.of(template, set.getSpec().template().priorityClassName());
  }

  private boolean isReplacing(int replica) {
    return parts(replica)
            .map(clique -> clique.statusOrEmpty().updateProgress())
            .anyMatch(progress -> progress != null && !progress.replacingIndexes().isEmpty())
        || groups(replica)
            .map(group -> group.statusOrEmpty().updateProgress())
            .anyMatch(progress -> progress != null && !progress.replacingIndexes().isEmpty());
  }

  private boolean isBreached(int replica) {
    return parts(replica)
        .anyMatch(clique -> Breaches.since(clique.statusOrEmpty().conditions()).isPresent());
  }

  private Stream<Integer> replicas() {
    return IntStream.range(0, counted).boxed();
  }

  private Stream<PodClique> parts(int replica) {
    return parts.getOrDefault(replica, List.of()).stream();
  }

  private Stream<PodCliqueScalingGroup> groups(int replica) {
    return Children.owned(snapshot, PodCliqueScalingGroup.class)
        .filter(group ->
            ReplicaIndex.of(group, Labels.SET_REPLICA_INDEX).stream().anyMatch(i -> i == replica));
  }
}
