package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Others wait for what a PodClique reports. A report may be late, but what it says has been so: the
 * PodClique has had that many pods at one time.
 */
final class CountsWereTrue implements RunningRule {

  @Override
  public String rule() {
    return "a PodClique reports no more Ready and no more scheduled pods than it has had";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new Counts(gaps);
  }

  private final class Counts implements Judge {

    private final Recording gaps;
    private final Map<String, RecordedEvent> creations = new HashMap<>();
    private final Map<String, Most> ready = new HashMap<>();
    private final Map<String, Most> bound = new HashMap<>();

    Counts(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      switch (event.kind()) {
        case RecordedPod.KIND -> {
          RecordedPod pod = new RecordedPod(event);
          most(ready, pod.owner()).take(event.uid(), pod.isReady());
          most(bound, pod.owner()).take(event.uid(), pod.isBound());
        }
        case OurKinds.POD_CLIQUE -> {
          if (event.type() == ChangeType.ADDED) {
            creations.put(event.uid(), event);
          }
          if (event.isPresent() && allPodsWereSeen(event)) {
            return judge(event);
          }
        }
        default -> {}
      }
      return Stream.empty();
    }

    private boolean allPodsWereSeen(RecordedEvent clique) {
      RecordedEvent creation = creations.get(clique.uid());
      return creation != null
          && !gaps.hasGap(RecordedPod.KIND, creation.resourceVersion(), clique.resourceVersion());
    }

    private Stream<Violation> judge(RecordedEvent event) {
      PodCliqueStatus status = ((PodClique) event.typed()).statusOrEmpty();
      return Stream.concat(
          judge(event, "Ready", status.readyReplicas(), most(ready, event.uid())),
          judge(event, "scheduled", status.scheduledReplicas(), most(bound, event.uid())));
    }

    private Stream<Violation> judge(RecordedEvent event, String what, int reported, Most had) {
      return reported > had.most
          ? Stream.of(
              Violation.of(
                  CountsWereTrue.this,
                  "PodClique %s reports %d %s pods, and has had %d"
                      .formatted(event.name(), reported, what, had.most),
                  event))
          : Stream.empty();
    }

    private static Most most(Map<String, Most> all, String clique) {
      return all.computeIfAbsent(clique, _ -> new Most());
    }
  }

  /** How many pods of a PodClique are so now, and how many were at most. */
  private static final class Most {

    private final Set<String> now = new HashSet<>();
    private int most;

    void take(String uid, boolean isSo) {
      if (isSo) {
        now.add(uid);
        most = Math.max(most, now.size());
      } else {
        now.remove(uid);
      }
    }
  }
}
