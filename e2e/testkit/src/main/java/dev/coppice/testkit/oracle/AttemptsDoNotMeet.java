package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Ranks of two attempts under one host name would join one rendezvous. What hangs on a dead node is
 * waited for by nobody; where nodes are not told of, a pod that has to be gone by now may hang on
 * one.
 */
final class AttemptsDoNotMeet implements RunningRule {

  @Override
  public String rule() {
    return "no pod of a training job is made beside an active one of an earlier attempt or of its"
        + " own index, nor runs again what is done";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new History(gaps);
  }

  private final class History implements Judge {

    private final Recording gaps;
    private final Map<String, RecordedPod> active = new HashMap<>();
    private final Set<RecordedPod.Place> done = new HashSet<>();
    private final Map<String, Boolean> readyNodes = new HashMap<>();

    History(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      if (event.kind().equals("Node")) {
        readyNodes.put(event.name(), event.isPresent() && isReady((Node) event.typed()));
        return Stream.empty();
      }
      if (!event.kind().equals(RecordedPod.KIND)) {
        return Stream.empty();
      }
      RecordedPod pod = new RecordedPod(event);
      if (pod.attempt().isEmpty()) {
        return Stream.empty();
      }
      Stream<Violation> found = Stream.empty();
      if (event.type() == ChangeType.ADDED
          && !gaps.hasGap(RecordedPod.KIND, 0, event.resourceVersion())) {
        found = Stream.concat(repeated(pod), met(pod)).toList().stream();
      }
      if (pod.isActive()) {
        active.put(event.uid(), pod);
      } else {
        active.remove(event.uid());
      }
      if (pod.hasSucceeded()) {
        done.add(pod.place());
      } else if (event.isPresent() && event.isTerminating()) {
        // It may have ended in the very second in which it was told to.
        done.remove(pod.place());
      }
      return found;
    }

    private Stream<Violation> repeated(RecordedPod pod) {
      return done.contains(pod.place())
          ? Stream.of(
              violation("pod %s runs again what is done".formatted(pod.event().name()), pod))
          : Stream.empty();
    }

    private Stream<Violation> met(RecordedPod pod) {
      RecordedReplica replica = RecordedReplica.of(pod.event());
      return active.values().stream()
          .filter(other -> RecordedReplica.of(other.event()).equals(replica))
          .filter(other -> !mayHang(other, pod.event().arrivedAt()))
          .filter(other ->
              Integer.parseInt(other.attempt()) < Integer.parseInt(pod.attempt())
                  || pod.sharesHostNameWith(other))
          .map(other ->
              violation(
                  "pod %s of attempt %s is made beside %s of attempt %s"
                      .formatted(
                          pod.event().name(), pod.attempt(), other.event().name(), other.attempt()),
                  other,
                  pod));
    }

    private boolean mayHang(RecordedPod pod, Instant now) {
      return pod.mustBeGone(now) && !readyNodes.getOrDefault(pod.node(), false);
    }
  }

  private static boolean isReady(Node node) {
    return node.getStatus() != null
        && node.getStatus().getConditions().stream()
            .anyMatch(condition ->
                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
  }

  private Violation violation(String finding, RecordedPod... evidence) {
    return Violation.of(
        this, finding, Stream.of(evidence).map(RecordedPod::event).toArray(RecordedEvent[]::new));
  }
}
