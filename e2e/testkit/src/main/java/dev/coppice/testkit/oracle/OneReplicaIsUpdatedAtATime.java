package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the statuses say that an update has in hand, at every level. */
final class OneReplicaIsUpdatedAtATime implements RunningRule {

  @Override
  public String rule() {
    return "an update has one replica of a set in hand, and one index of a clique or a group, or one subgroup";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new Counted();
  }

  private final class Counted implements Judge {

    /** By clique and index. */
    private final Map<List<String>, String> subGroups = new HashMap<>();

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      if (event.kind().equals(RecordedPod.KIND)) {
        String subGroup = event.label(Labels.SUBGROUP_INDEX);
        if (!subGroup.isEmpty()) {
          subGroups.put(
              List.of(event.label(Labels.POD_CLIQUE), event.label(Labels.POD_INDEX)), subGroup);
        }
        return Stream.empty();
      }
      List<String> inHand = event.isPresent() ? inHand(event) : List.of();
      return inHand.size() > 1
          ? Stream.of(
              Violation.of(
                  OneReplicaIsUpdatedAtATime.this,
                  "%s %s has in hand %s".formatted(event.kind(), event.name(), inHand),
                  event))
          : Stream.empty();
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
              : progress.replacingIndexes().stream().map(String::valueOf).toList();
        }
        case OurKinds.POD_CLIQUE -> {
          var progress = ((PodClique) event.typed()).statusOrEmpty().updateProgress();
          yield progress == null
              ? List.of()
              : progress.replacingIndexes().stream()
                  .map(index -> unit(event.name(), index))
                  .distinct()
                  .toList();
        }
        default -> List.of();
      };
    }

    // What works together goes together.
    private String unit(String clique, int index) {
      String subGroup = subGroups.get(List.of(clique, Integer.toString(index)));
      return subGroup == null ? Integer.toString(index) : "subgroup " + subGroup;
    }
  }
}
