package dev.coppice.core.clique;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.core.availability.AvailabilityHistory;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.ReadySpan;
import dev.coppice.core.availability.Units;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What PodCliques would report if their own controller saw the pods that another level has read: a
 * stored status is as old as its last writer, who may have been dead for an hour.
 */
public final class Recount {

  private Recount() {}

  /** The snapshot with each PodClique counted again whose pods were read in this reconcile. */
  public static <P extends HasMetadata> Snapshot<P> of(Snapshot<P> snapshot, Instant now) {
    List<LiveRead.ListOf> lists = podLists(snapshot).toList();
    if (lists.isEmpty()) {
      return snapshot;
    }
    Observed all =
        Observed.of(
            Stream.concat(snapshot.observed().all(), Stream.of(snapshot.primary())).toList());
    return snapshot.showing(
        all.all(PodClique.class)
            .filter(clique -> lists.stream().anyMatch(list -> list.selects(clique)))
            .map(clique -> counted(CliqueView.withoutSet(Snapshot.of(clique, all), now)))
            .toList());
  }

  /** Which pods were read in this reconcile. */
  public static Stream<LiveRead.ListOf> podLists(Snapshot<?> snapshot) {
    return snapshot.readLive().stream()
        .filter(LiveRead.ListOf.class::isInstance)
        .map(LiveRead.ListOf.class::cast)
        .filter(list -> list.type() == Pod.class);
  }

  private static PodClique counted(CliqueView view) {
    PodCliqueStatus before = view.clique().statusOrEmpty();
    Optional<AttemptView> attempt = AttemptView.withoutNodes(view);
    if (attempt.isPresent()) {
      return view.clique().withStatus(AttemptStatus.counted(attempt.get()));
    }
    PodCounts counts = PodCounts.of(view);
    return view.clique()
        .withStatus(
            PodCliqueStatusBuilder.builder(updated(before, counts, view.replicas()))
                .readyReplicas(counts.ready())
                .subGroups(counts.subGroups())
                .wasAvailable(counts.history().wasAvailable())
                .metMinimum(counts.history().metMinimum())
                .conditions(
                    sinceLastSufficient(
                        Breaches.set(before.conditions(), counts.breach(), view.now()),
                        view,
                        counts.history()))
                .build());
  }

  // A pod that has lost its labels is in no list: it may be the outdated one. While some are not
  // seen, only a pod that was seen shows that something is outdated, and not what is stored.
  private static PodCliqueStatus updated(PodCliqueStatus before, PodCounts counts, int replicas) {
    PodCliqueStatusBuilder seen = PodCliqueStatusBuilder.builder(before);
    if (counts.existing() >= replicas) {
      return seen.replicas(counts.existing()).updatedReplicas(counts.updated()).build();
    }
    int outdated = counts.existing() - counts.updated();
    if (outdated > 0) {
      return seen.replicas(replicas).updatedReplicas(replicas - outdated).build();
    }
    return before.updatedReplicas() < before.replicas()
        ? seen.currentPodTemplateHash(null).build()
        : before;
  }

  // A breach that healed unseen and came again is as old as its second beginning. Pods tell whole
  // seconds: rounded up, so that no delay is shortened.
  private static List<Condition> sinceLastSufficient(
      List<Condition> conditions, CliqueView view, AvailabilityHistory history) {
    return Breaches.since(conditions)
        .flatMap(since ->
            ReadySpan.lastOf(
                    view.pods(),
                    Units.of(view.clique()),
                    history.required(view.minimum()),
                    view.now())
                .filter(since::isBefore))
        .map(sufficient -> Breaches.notBefore(conditions, sufficient.plusSeconds(1)))
        .orElse(conditions);
  }
}
