package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the statuses say that an update has in hand, at every level. */
final class OneReplicaIsUpdatedAtATime implements RunningRule {

  @Override
  public String rule() {
    return "an update has one replica of a set in hand, and of a clique or a group no more indices,"
        + " or subgroups, than maxUnavailable, but for those that wait for a place";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new Counted();
  }

  private final class Counted implements Judge {

    private final Map<String, PodCliqueSet> sets = new HashMap<>();
    private final Map<String, Pod> pods = new HashMap<>();
    private final Map<String, List<Integer>> known = new HashMap<>();

    /** By clique and index. */
    private final Map<List<String>, String> subGroups = new HashMap<>();

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      if (event.kind().equals(RecordedPod.KIND)) {
        take(new RecordedPod(event));
        return Stream.empty();
      }
      if (event.kind().equals(OurKinds.POD_CLIQUE_SET)) {
        sets.put(event.uid(), (PodCliqueSet) event.typed());
      }
      List<String> inHand = event.isPresent() ? inHand(event) : List.of();
      // What was taken stays in hand when less may be down than before, or has a place again.
      return takesMore(event) && inHand.size() > most(event)
          ? Stream.of(
              Violation.of(
                  OneReplicaIsUpdatedAtATime.this,
                  "%s %s has in hand %s".formatted(event.kind(), event.name(), inHand),
                  event))
          : Stream.empty();
    }

    private boolean takesMore(RecordedEvent event) {
      List<Integer> taken = taken(event.typed());
      List<Integer> before = event.isPresent() ? known.put(event.uid(), taken) : null;
      return before == null || !before.containsAll(taken);
    }

    private static List<Integer> taken(HasMetadata object) {
      return switch (object) {
        case PodCliqueScalingGroup group -> {
          var progress = group.statusOrEmpty().updateProgress();
          yield progress == null ? List.of() : progress.replacingIndexes();
        }
        case PodClique clique -> {
          var progress = clique.statusOrEmpty().updateProgress();
          yield progress == null ? List.of() : progress.replacingIndexes();
        }
        case PodCliqueSet set -> {
          var progress = set.statusOrEmpty().updateProgress();
          yield progress == null
              ? List.of()
              : progress.currentlyUpdating().stream()
                  .map(ReplicaUpdateProgress::replicaIndex)
                  .toList();
        }
        default -> List.of();
      };
    }

    private void take(RecordedPod pod) {
      RecordedEvent event = pod.event();
      pods.remove(event.uid());
      if (pod.isLive()) {
        pods.put(event.uid(), pod.pod());
      }
      String subGroup = event.label(Labels.SUBGROUP_INDEX);
      if (!subGroup.isEmpty()) {
        subGroups.put(
            List.of(event.label(Labels.POD_CLIQUE), event.label(Labels.POD_INDEX)), subGroup);
      }
    }

    private int most(RecordedEvent event) {
      return switch (event.typed()) {
        case PodClique clique -> UpdateFloor.most(sets.values(), clique);
        case PodCliqueScalingGroup group -> UpdateFloor.most(sets.values(), group);
        default -> 1;
      };
    }

    private List<String> inHand(RecordedEvent event) {
      return switch (event.kind()) {
        case OurKinds.POD_CLIQUE_SET -> {
          var progress = ((PodCliqueSet) event.typed()).statusOrEmpty().updateProgress();
          yield progress == null
              ? List.of()
              : progress.currentlyUpdating().stream().map(String::valueOf).toList();
        }
        case OurKinds.SCALING_GROUP -> {
          var progress = ((PodCliqueScalingGroup) event.typed()).statusOrEmpty().updateProgress();
          yield progress == null
              ? List.of()
              : progress.replacingIndexes().stream()
                  .map(String::valueOf)
                  .filter(replica -> !waits(pod -> isOf(event.name(), replica, pod)))
                  .toList();
        }
        case OurKinds.POD_CLIQUE -> {
          var progress = ((PodClique) event.typed()).statusOrEmpty().updateProgress();
          yield progress == null
              ? List.of()
              : progress.replacingIndexes().stream()
                  .filter(index -> !waits(pod -> isAt(event.name(), index, pod)))
                  .map(index -> unit(event.name(), index))
                  .distinct()
                  .toList();
        }
        default -> List.of();
      };
    }

    private boolean waits(Predicate<Pod> which) {
      return UpdateFloor.waitForPlace(pods.values().stream().filter(which).toList());
    }

    private static boolean isOf(String group, String replica, Pod pod) {
      return PodFacts.label(pod, Labels.SCALING_GROUP).equals(group)
          && PodFacts.label(pod, Labels.SCALING_GROUP_REPLICA_INDEX).equals(replica);
    }

    private static boolean isAt(String clique, int index, Pod pod) {
      return PodFacts.label(pod, Labels.POD_CLIQUE).equals(clique)
          && PodFacts.index(pod).equals(Integer.toString(index));
    }

    // What works together goes together.
    private String unit(String clique, int index) {
      String subGroup = subGroups.get(List.of(clique, Integer.toString(index)));
      return subGroup == null ? Integer.toString(index) : "subgroup " + subGroup;
    }
  }
}
