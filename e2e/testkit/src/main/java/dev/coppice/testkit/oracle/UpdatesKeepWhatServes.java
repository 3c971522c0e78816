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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an update takes is never the last that serves: of pods, of replicas of a group, and of
 * replicas of a set. It is counted from the pods that stood when the operator may have looked.
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

    private final Looks looks = new Looks();

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      Optional<String> broken = looks.find(event.uid()).flatMap(before -> broken(event, before));
      looks.take(event);
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

    /** What every look says that the operator may have had; the newest says it. */
    private Optional<String> saidByAll(
        RecordedEvent event,
        Function<Moment, Stream<? extends HasMetadata>> taken,
        Function<Moment, Optional<String>> rule) {
      Moment newest = looks.newest(event.arrivedAt());
      return rule.apply(newest)
          .filter(_ -> {
            Set<String> uids =
                taken
                    .apply(newest)
                    .map(object -> object.getMetadata().getUid())
                    .collect(Collectors.toSet());
            return looks.older(event.arrivedAt(), uids).stream()
                .allMatch(moment -> rule.apply(moment).isPresent());
          });
    }

    private Optional<String> pod(RecordedEvent event, Pod pod) {
      boolean goes = PodFacts.isReady(pod) && (!event.isPresent() || event.isTerminating());
      if (!goes || !PodFacts.label(pod, Labels.SCALING_GROUP).isEmpty()) {
        return Optional.empty();
      }
      return saidByAll(event, _ -> Stream.of(pod), moment -> pod(moment, pod));
    }

    // More than are asked for may go, and what goes with its owner.
    private Optional<String> pod(Moment moment, Pod pod) {
      return moment
          .find(PodClique.class, PodFacts.ownerUid(pod))
          .filter(owner -> !PodFacts.isTerminating(owner))
          .filter(clique -> moment.pods(clique).count() <= PodFacts.pods(clique))
          .flatMap(clique -> new UpdateFloor(moment).holds(clique, pod));
    }

    private Optional<String> group(PodCliqueScalingGroup before, RecordedEvent at) {
      return TeardownFacts.opened(before, at.typed())
          .filter(TeardownFacts::isForUpdate)
          .map(ReplicaDeletion::replicaIndex)
          .flatMap(replica -> group(before, replica, at).stream())
          .findFirst();
    }

    private Optional<String> group(PodCliqueScalingGroup group, int replica, RecordedEvent at) {
      String uid = group.getMetadata().getUid();
      return saidByAll(
          at,
          moment -> moment.cliques(group, replica).flatMap(moment::pods),
          moment ->
              moment
                  .find(PodCliqueScalingGroup.class, uid)
                  .flatMap(then -> new UpdateFloor(moment).holds(then, replica)));
    }

    private Optional<String> set(PodCliqueSet before, RecordedEvent at) {
      PodCliqueSet now = (PodCliqueSet) at.typed();
      Set<Integer> had = slots(before).collect(Collectors.toSet());
      return slots(now)
          .filter(replica -> !had.contains(replica))
          .flatMap(replica -> set(now, replica, at).stream())
          .findFirst();
    }

    private Optional<String> set(PodCliqueSet set, int replica, RecordedEvent at) {
      return saidByAll(
          at,
          moment -> moment.cliques(set, replica).flatMap(moment::pods),
          moment -> new UpdateFloor(moment).holds(set, replica));
    }

    private Stream<Integer> slots(PodCliqueSet set) {
      PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
      return progress == null
          ? Stream.empty()
          : progress.currentlyUpdating().stream().map(ReplicaUpdateProgress::replicaIndex);
    }
  }
}
