package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.stream.Stream;

/** What the statuses say that an update has in hand, at every level. */
final class OneReplicaIsUpdatedAtATime implements RunningRule {

  @Override
  public String rule() {
    return "an update has one replica of a set in hand, and one index of a clique or a group";
  }

  @Override
  public Judge judge(Recording gaps) {
    return event ->
        event.isPresent() && inHand(event).size() > 1
            ? Stream.of(
                Violation.of(
                    this,
                    "%s %s has in hand %s".formatted(event.kind(), event.name(), inHand(event)),
                    event))
            : Stream.empty();
  }

  private static List<?> inHand(RecordedEvent event) {
    return switch (event.kind()) {
      case OurKinds.POD_CLIQUE_SET -> {
        var progress = ((PodCliqueSet) event.typed()).statusOrEmpty().updateProgress();
        yield progress == null ? List.of() : progress.currentlyUpdating();
      }
      case OurKinds.SCALING_GROUP -> {
        var progress = ((PodCliqueScalingGroup) event.typed()).statusOrEmpty().updateProgress();
        yield progress == null ? List.of() : progress.replacingIndexes();
      }
      case OurKinds.POD_CLIQUE -> {
        var progress = ((PodClique) event.typed()).statusOrEmpty().updateProgress();
        yield progress == null ? List.of() : progress.replacingIndexes();
      }
      default -> List.of();
    };
  }
}
