package dev.coppice.testkit.oracle;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whoever waits for a training job acts on its end at once, and computes its deadline himself. */
final class EndsOfJobsAreForGood implements RunningRule {

  @Override
  public String rule() {
    return "a training job keeps its start, the success of each replica and its end, succeeds when"
        + " every replica has, and is Failed when no pod of it is active";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new History(gaps);
  }

  private final class History implements Judge {

    private final Recording gaps;
    private final Map<String, PodCliqueSetStatus> known = new HashMap<>();
    private final Map<String, RecordedPod> active = new HashMap<>();

    History(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      switch (event.kind()) {
        case RecordedPod.KIND -> {
          RecordedPod pod = new RecordedPod(event);
          if (pod.isActive()) {
            active.put(event.uid(), pod);
          } else {
            active.remove(event.uid());
          }
        }
        case OurKinds.POD_CLIQUE_SET -> {
          return takeSet(event)
              .map(finding -> Violation.of(EndsOfJobsAreForGood.this, finding, event));
        }
        default -> {}
      }
      return Stream.empty();
    }

    private Stream<String> takeSet(RecordedEvent event) {
      PodCliqueSetStatus now = ((PodCliqueSet) event.typed()).statusOrEmpty();
      PodCliqueSetStatus before = known.put(event.uid(), now);
      return before == null || !event.isPresent()
          ? Stream.empty()
          : Stream.of(
                  started(event, before, now),
                  ended(event, before, now),
                  succeeded(event, before, now),
                  failed(event, before, now),
                  forgotten(event, before, now))
              .flatMap(Stream::ofNullable);
    }

    private @Nullable String started(
        RecordedEvent event, PodCliqueSetStatus before, PodCliqueSetStatus now) {
      return before.startTime() == null || before.startTime().equals(now.startTime())
          ? null
          : "the start of job %s moved from %s to %s"
              .formatted(event.name(), before.startTime(), now.startTime());
    }

    private @Nullable String ended(
        RecordedEvent event, PodCliqueSetStatus before, PodCliqueSetStatus now) {
      return before.phase() == null || !before.phase().isFinal() || before.phase() == now.phase()
          ? null
          : "job %s was %s and became %s".formatted(event.name(), before.phase(), now.phase());
    }

    private @Nullable String succeeded(
        RecordedEvent event, PodCliqueSetStatus before, PodCliqueSetStatus now) {
      return !becomes(PodCliqueSetPhase.SUCCEEDED, before, now)
              || now.replicaAttempts().stream().allMatch(ReplicaAttempt::succeeded)
          ? null
          : "job %s is called Succeeded before all its replicas are".formatted(event.name());
    }

    private @Nullable String failed(
        RecordedEvent event, PodCliqueSetStatus before, PodCliqueSetStatus now) {
      if (!becomes(PodCliqueSetPhase.FAILED, before, now)
          || gaps.hasGap(RecordedPod.KIND, 0, event.resourceVersion())) {
        return null;
      }
      return active.values().stream()
          .filter(pod -> RecordedReplica.of(pod.event()).isOf(event))
          .findFirst()
          .map(pod ->
              "job %s is called Failed while pod %s is active"
                  .formatted(event.name(), pod.event().name()))
          .orElse(null);
    }

    private static boolean becomes(
        PodCliqueSetPhase phase, PodCliqueSetStatus before, PodCliqueSetStatus now) {
      return now.phase() == phase && before.phase() != phase;
    }

    private @Nullable String forgotten(
        RecordedEvent event, PodCliqueSetStatus before, PodCliqueSetStatus now) {
      return before.replicaAttempts().stream()
          .filter(ReplicaAttempt::succeeded)
          .filter(earlier ->
              now.replicaAttempts().stream()
                  .noneMatch(attempt ->
                      attempt.replicaIndex() == earlier.replicaIndex() && attempt.succeeded()))
          .findFirst()
          .map(earlier ->
              "the success of replica %d of job %s was forgotten"
                  .formatted(earlier.replicaIndex(), event.name()))
          .orElse(null);
    }
  }
}
