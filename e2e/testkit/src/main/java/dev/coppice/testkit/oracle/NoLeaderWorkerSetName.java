package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The webhook of LeaderWorkerSet selects pods by the label {@code name}, and refuses those that are
 * not named its way; by the other its controllers compare pods with revisions of theirs.
 */
final class NoLeaderWorkerSetName implements RunningRule {

  private static final List<String> KEYS =
      List.of(
          "leaderworkerset.sigs.k8s.io/name", "leaderworkerset.sigs.k8s.io/template-revision-hash");

  @Override
  public String rule() {
    return "no pod carries a label by which LeaderWorkerSet would take it for its own";
  }

  @Override
  public Judge judge(Recording gaps) {
    Set<String> reported = new HashSet<>();
    return event -> {
      List<String> found = labels(event);
      return found.isEmpty() || !reported.add(event.uid())
          ? Stream.empty()
          : Stream.of(
              Violation.of(this, "pod %s carries %s".formatted(event.name(), found), event));
    };
  }

  private static List<String> labels(RecordedEvent event) {
    return event.kind().equals(RecordedPod.KIND)
        ? KEYS.stream().filter(event.metadata().path("labels")::has).toList()
        : List.of();
  }
}
