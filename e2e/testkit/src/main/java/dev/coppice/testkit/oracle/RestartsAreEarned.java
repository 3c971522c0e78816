package dev.coppice.testkit.oracle;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A restart throws away what the other pods of the replica have done: it is never begun for
 * nothing, and none is left out of the count that ends a job. Judged by what became of the pods.
 */
final class RestartsAreEarned implements RunningRule {

  @Override
  public String rule() {
    return "a replica of a training job goes on to its next attempt only when a pod of this one"
        + " failed, went or was not Ready, or a PodClique went, and restartCount counts them all";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new History(gaps);
  }

  private record Attempt(RecordedReplica replica, String number) {}

  private final class History implements Judge {

    private final Recording gaps;
    private final Map<String, RecordedEvent> sets = new HashMap<>();
    private final Set<String> readyPods = new HashSet<>();
    private final Set<Attempt> harmed = new HashSet<>();
    private final Set<RecordedReplica> withoutClique = new HashSet<>();

    History(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      return switch (event.kind()) {
        case RecordedPod.KIND -> {
          takePod(new RecordedPod(event));
          yield Stream.empty();
        }
        case OurKinds.POD_CLIQUE -> {
          if (!event.isPresent() || event.isTerminating()) {
            withoutClique.add(RecordedReplica.of(event));
          }
          yield Stream.empty();
        }
        case OurKinds.POD_CLIQUE_SET -> takeSet(event);
        default -> Stream.empty();
      };
    }

    private void takePod(RecordedPod pod) {
      if (pod.attempt().isEmpty()) {
        return;
      }
      RecordedEvent event = pod.event();
      boolean wasReady = !readyPods.add(event.uid());
      boolean isReady = pod.isReady();
      if (!isReady) {
        readyPods.remove(event.uid());
      }
      boolean harm =
          event.isTerminating()
              || (!event.isPresent() && !pod.hasEndedWell())
              || pod.hasFailed()
              || (wasReady && !isReady && !pod.hasEndedWell());
      if (harm) {
        harmed.add(new Attempt(RecordedReplica.of(event), pod.attempt()));
      }
    }

    private Stream<Violation> takeSet(RecordedEvent event) {
      RecordedEvent before = sets.put(event.uid(), event);
      if (!event.isPresent()) {
        sets.remove(event.uid());
        return Stream.empty();
      }
      PodCliqueSetStatus now = status(event);
      int attempts = now.replicaAttempts().stream().mapToInt(ReplicaAttempt::attempt).sum();
      Stream<Violation> miscounted =
          now.restartCount() == attempts
              ? Stream.empty()
              : Stream.of(
                  violation(
                      "job %s tells of %d restarts and has %d attempts beyond the first"
                          .formatted(event.name(), now.restartCount(), attempts),
                      event));
      return event.type() == ChangeType.LISTED
          ? miscounted
          : Stream.concat(
              miscounted,
              now.replicaAttempts().stream().flatMap(attempt -> judge(attempt, before, event)));
    }

    private Stream<Violation> judge(
        ReplicaAttempt attempt, @Nullable RecordedEvent before, RecordedEvent event) {
      int earlier =
          before == null
              ? 0
              : status(before).replicaAttempts().stream()
                  .filter(one -> one.replicaIndex() == attempt.replicaIndex())
                  .mapToInt(ReplicaAttempt::attempt)
                  .findFirst()
                  .orElse(0);
      if (attempt.attempt() <= earlier) {
        return Stream.empty();
      }
      RecordedReplica replica = RecordedReplica.of(event, attempt.replicaIndex());
      boolean lostClique = withoutClique.remove(replica);
      boolean earned =
          attempt.attempt() == earlier + 1
              && (lostClique || harmed.contains(new Attempt(replica, Integer.toString(earlier))));
      return earned || mayHaveMissed(event)
          ? Stream.empty()
          : Stream.of(
              violation(
                  "replica %d of job %s went from attempt %d to %d for nothing"
                      .formatted(attempt.replicaIndex(), event.name(), earlier, attempt.attempt()),
                  event));
    }

    private boolean mayHaveMissed(RecordedEvent event) {
      return Stream.of(RecordedPod.KIND, OurKinds.POD_CLIQUE, OurKinds.POD_CLIQUE_SET)
          .anyMatch(kind -> gaps.hasGap(kind, 0, event.resourceVersion()));
    }
  }

  private static PodCliqueSetStatus status(RecordedEvent set) {
    return ((PodCliqueSet) set.typed()).statusOrEmpty();
  }

  private Violation violation(String finding, RecordedEvent... evidence) {
    return Violation.of(this, finding, evidence);
  }
}
