package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.UpdateFloor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How much serves beside what an update has taken, now and when it was taken, counted from pods. As
 * soon as more does, what was taken and waits for a place holds nothing up: what waited before has
 * the place that the update freed.
 */
final class OthersThatServe implements Rule {

  private final ClusterModel cluster;
  private final Consumer<Situation> notes;
  private final Map<String, Integer> enough = new HashMap<>();

  /**
   * Over a cluster.
   *
   * @param notes takes note of what it has come to
   */
  OthersThatServe(ClusterModel cluster, Consumer<Situation> notes) {
    this.cluster = cluster;
    this.notes = notes;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    if (write.action() instanceof Action.PutStatus put) {
      HasMetadata now = put.object();
      Set<Integer> more = new HashSet<>(taken(now));
      write.stood().map(OthersThatServe::taken).ifPresent(more::removeAll);
      if (!more.isEmpty()) {
        write
            .stood()
            .filter(before -> isPassedOn(before, now))
            .ifPresent(_ -> notes.accept(Situation.PASSED_ON));
        enough.put(now.getMetadata().getUid(), enough(cluster.moment(), now));
      }
    }
  }

  private boolean isPassedOn(HasMetadata before, HasMetadata now) {
    Moment moment = cluster.moment();
    return taken(before).stream()
        .filter(index -> now instanceof PodCliqueSet || taken(now).contains(index))
        .anyMatch(index -> UpdateFloor.waitForPlace(pods(moment, before, index)));
  }

  // A replica that serves nobody gives up nothing when it has the slot.
  private static int enough(Moment moment, HasMetadata object) {
    return object instanceof PodCliqueSet set
        ? serving(moment, set, List.of())
        : others(moment, object) + 1;
  }

  /** How much of what was taken holds up the update. */
  int inFlight(Moment moment, HasMetadata object) {
    List<Integer> taken = taken(object);
    int known = enough.getOrDefault(object.getMetadata().getUid(), Integer.MAX_VALUE);
    return others(moment, object) < known
        ? taken.size()
        : (int)
            taken.stream()
                .filter(index -> !UpdateFloor.waitForPlace(pods(moment, object, index)))
                .count();
  }

  private static int others(Moment moment, HasMetadata object) {
    return serving(moment, object, taken(object));
  }

  private static int serving(Moment moment, HasMetadata object, List<Integer> without) {
    return switch (object) {
      case PodClique clique ->
          (int)
              moment
                  .pods(clique)
                  .filter(PodFacts::isReady)
                  .filter(pod -> !without.contains(index(pod)))
                  .count();
      case PodCliqueScalingGroup group ->
          (int)
              IntStream.range(0, group.getSpec().replicas())
                  .filter(replica -> !without.contains(replica))
                  .filter(replica -> new UpdateFloor(moment).serves(group, replica))
                  .count();
      case PodCliqueSet set ->
          (int)
              IntStream.range(0, set.getSpec().replicas())
                  .filter(replica -> !without.contains(replica))
                  .filter(replica -> moment.isAvailable(set, replica))
                  .count();
      default -> 0;
    };
  }

  private static List<Pod> pods(Moment moment, HasMetadata object, int index) {
    return switch (object) {
      case PodClique clique -> moment.pods(clique).filter(pod -> index(pod) == index).toList();
      case PodCliqueScalingGroup group ->
          moment.cliques(group, index).flatMap(moment::pods).toList();
      case PodCliqueSet set -> moment.cliques(set, index).flatMap(moment::pods).toList();
      default -> List.of();
    };
  }

  private static int index(Pod pod) {
    return Moment.replica(pod, Labels.POD_INDEX);
  }

  private static List<Integer> taken(HasMetadata object) {
    return switch (object) {
      case PodClique clique -> taken(clique.statusOrEmpty().updateProgress());
      case PodCliqueScalingGroup group -> taken(group.statusOrEmpty().updateProgress());
      case PodCliqueSet set -> taken(set.statusOrEmpty().updateProgress());
      default -> List.of();
    };
  }

  private static List<Integer> taken(@Nullable PodCliqueUpdateProgress progress) {
    return progress == null ? List.of() : progress.replacingIndexes();
  }

  private static List<Integer> taken(@Nullable PodCliqueScalingGroupUpdateProgress progress) {
    return progress == null ? List.of() : progress.replacingIndexes();
  }

  private static List<Integer> taken(@Nullable PodCliqueSetUpdateProgress progress) {
    return progress == null
        ? List.of()
        : progress.currentlyUpdating().stream().map(ReplicaUpdateProgress::replicaIndex).toList();
  }
}
