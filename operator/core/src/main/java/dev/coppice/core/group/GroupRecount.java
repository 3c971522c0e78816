package dev.coppice.core.group;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.GroupBreach;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.child.Children;
import dev.coppice.core.clique.Recount;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What scaling groups would report if their PodCliques did as their pods are. */
public final class GroupRecount {

  private GroupRecount() {}

  /**
   * The snapshot with all counted again whose pods were read in this reconcile, PodCliques first.
   */
  public static Snapshot<PodCliqueSet> of(
      Snapshot<PodCliqueSet> snapshot, ResolvedSet.Complete set, Instant now) {
    List<LiveRead.ListOf> lists = Recount.podLists(snapshot).toList();
    if (lists.isEmpty()) {
      return snapshot;
    }
    Snapshot<PodCliqueSet> counted = Recount.of(snapshot, now);
    Observed all =
        Observed.of(Stream.concat(counted.observed().all(), Stream.of(counted.primary())).toList());
    return counted.showing(
        Children.owned(counted, PodCliqueScalingGroup.class)
            .filter(group -> lists.stream().anyMatch(list -> list.selects(group)))
            .flatMap(group ->
                GroupView.of(Snapshot.of(group, all), set, now).stream().map(GroupRecount::counted))
            .toList());
  }

  private static PodCliqueScalingGroup counted(GroupView view) {
    int available = GroupStatus.available(view);
    List<Condition> conditions =
        Breaches.set(
            view.group().statusOrEmpty().conditions(),
            GroupBreach.of(view.group(), view.members(), available),
            view.now());
    return view.group()
        .withStatus(
            PodCliqueScalingGroupStatusBuilder.builder(view.group().statusOrEmpty())
                .availableReplicas(available)
                .conditions(
                    sinceWhen(view, available)
                        .map(since -> Breaches.notBefore(conditions, since))
                        .orElse(conditions))
                .build());
  }

  // Each replica that lost its PodCliques' minimum later than another one was there until then,
  // unless one of them never had its minimum.
  private static Optional<Instant> sinceWhen(GroupView view, int available) {
    return IntStream.range(0, view.counted())
        .boxed()
        .flatMap(replica -> lostAt(view, replica).stream())
        .sorted(Comparator.reverseOrder())
        .skip(Math.max(0, MinAvailable.of(view.group()) - available - 1L))
        .findFirst();
  }

  private static Optional<Instant> lostAt(GroupView view, int replica) {
    List<PodCliqueStatus> statuses = view.members(replica).map(PodClique::statusOrEmpty).toList();
    return statuses.stream()
        .filter(_ -> statuses.stream().allMatch(PodCliqueStatus::wasAvailable))
        .flatMap(status -> Breaches.since(status.conditions()).stream())
        .min(Comparator.naturalOrder());
  }
}
