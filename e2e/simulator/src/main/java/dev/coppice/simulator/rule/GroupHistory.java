package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** When each group truly had enough whole replicas for the last time, whatever its status says. */
final class GroupHistory {

  private final ClusterModel cluster;
  private final Map<String, Instant> availableUntil = new HashMap<>();

  GroupHistory(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /** Takes note of a change. */
  void changed(Change change) {
    HasMetadata before = change.before();
    if (before == null || !isCounted(before) || isCounted(change.now())) {
      return;
    }
    Moment now = cluster.moment();
    Moment then = new Moment(now.at(), withBefore(now, before));
    now.all(PodCliqueScalingGroup.class)
        .filter(group -> then.isAvailable(group) && !now.isAvailable(group))
        .forEach(group -> availableUntil.put(group.getMetadata().getUid(), now.at()));
  }

  private static List<HasMetadata> withBefore(Moment now, HasMetadata before) {
    String uid = before.getMetadata().getUid();
    return Stream.concat(
            now.objects().stream().filter(object -> !object.getMetadata().getUid().equals(uid)),
            Stream.of(before))
        .toList();
  }

  private static boolean isCounted(@Nullable HasMetadata object) {
    return switch (object) {
      case Pod pod -> PodFacts.isReady(pod);
      case PodClique clique -> !PodFacts.isTerminating(clique);
      case null, default -> false;
    };
  }

  /** Until when a group that is not available any more was it; empty if it never was. */
  Optional<Instant> availableUntil(PodCliqueScalingGroup group) {
    return Optional.ofNullable(availableUntil.get(group.getMetadata().getUid()));
  }
}
