package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an update takes is never the last that serves: of pods, of replicas of a group, and of
 * replicas of a set. It is counted from the pods that stood right before.
 */
final class UpdatesKeepWhatServes implements RunningRule {

  @Override
  public String rule() {
    return "an update never takes a unit below min(minimum, replicas - maxUnavailable)";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new Watching();
  }

  private final class Watching implements Judge {

    private final Map<String, HasMetadata> standing = new LinkedHashMap<>();

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      HasMetadata before = standing.get(event.uid());
      Optional<String> broken = before == null ? Optional.empty() : broken(event, before);
      if (event.isPresent()) {
        standing.put(event.uid(), event.typed());
      } else {
        standing.remove(event.uid());
      }
      return broken.stream()
          .map(why ->
              Violation.of(
                  UpdatesKeepWhatServes.this,
                  "%s %s goes: %s".formatted(event.kind(), event.name(), why),
                  event));
    }

    private Optional<String> broken(RecordedEvent event, HasMetadata before) {
      return switch (before) {
        case Pod pod -> pod(event, pod);
        case PodCliqueScalingGroup group when event.isPresent() -> group(group, event);
        case PodCliqueSet set when event.isPresent() -> set(set, event);
        default -> Optional.empty();
      };
    }

    private UpdateFloor floor(RecordedEvent event) {
      return new UpdateFloor(new Moment(event.arrivedAt(), List.copyOf(standing.values())));
    }

    // More than are asked for may go, and what goes with its owner.
    private Optional<String> pod(RecordedEvent event, Pod pod) {
      boolean goes = PodFacts.isReady(pod) && (!event.isPresent() || event.isTerminating());
      if (!goes || !PodFacts.label(pod, Labels.SCALING_GROUP).isEmpty()) {
        return Optional.empty();
      }
      UpdateFloor floor = floor(event);
      return Optional.ofNullable(standing.get(PodFacts.ownerUid(pod)))
          .filter(owner -> !PodFacts.isTerminating(owner))
          .map(PodClique.class::cast)
          .filter(clique -> floor.moment().pods(clique).count() <= PodFacts.pods(clique))
          .flatMap(clique -> floor.holds(clique, pod));
    }

    private Optional<String> group(PodCliqueScalingGroup before, RecordedEvent at) {
      return TeardownFacts.opened(before, at.typed())
          .filter(TeardownFacts::isForUpdate)
          .map(ReplicaDeletion::replicaIndex)
          .flatMap(replica -> floor(at).holds(before, replica).stream())
          .findFirst();
    }

    private Optional<String> set(PodCliqueSet before, RecordedEvent at) {
      PodCliqueSet now = (PodCliqueSet) at.typed();
      Set<Integer> had = slots(before).collect(Collectors.toSet());
      return slots(now)
          .filter(replica -> !had.contains(replica))
          .flatMap(replica -> floor(at).holds(now, replica).stream())
          .findFirst();
    }

    private Stream<Integer> slots(PodCliqueSet set) {
      PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
      return progress == null
          ? Stream.empty()
          : progress.currentlyUpdating().stream().map(ReplicaUpdateProgress::replicaIndex);
    }
  }
}
