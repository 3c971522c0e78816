package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Counts again what the status of every PodClique says about its pods. */
final class CliqueCountsMatchPods implements RestRule {

  @Override
  public String rule() {
    return "at rest the counts in the status of a PodClique are those of its pods";
  }

  @Override
  public List<Violation> check(Recording recording) {
    List<RecordedPod> pods =
        recording.atEnd().stream()
            .filter(event -> event.kind().equals(RecordedPod.KIND))
            .map(RecordedPod::new)
            .toList();
    List<Violation> violations = new ArrayList<>();
    recording.atEnd().stream()
        .filter(event -> event.kind().equals(OurKinds.POD_CLIQUE) && !event.isTerminating())
        .forEach(clique -> {
          List<RecordedPod> own =
              pods.stream().filter(pod -> pod.owner().equals(clique.uid())).toList();
          counted(clique, own)
              .forEach((field, count) -> {
                int reported = clique.status().path(field).asInt();
                if (reported != count) {
                  violations.add(
                      Violation.of(
                          this,
                          "PodClique %s reports %d %s, its pods make it %d"
                              .formatted(clique.name(), reported, field, count),
                          clique));
                }
              });
        });
    return violations;
  }

  private static Map<String, Integer> counted(RecordedEvent clique, List<RecordedPod> pods) {
    String hash = clique.status().path("currentPodTemplateHash").asText();
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("replicas", count(pods, RecordedPod::isLive));
    counts.put("readyReplicas", count(pods, RecordedPod::isReady));
    counts.put("scheduledReplicas", count(pods, RecordedPod::isBound));
    counts.put("scheduleGatedReplicas", count(pods, RecordedPod::isGated));
    counts.put("updatedReplicas", count(pods, pod -> pod.isMadeFrom(hash)));
    return counts;
  }

  private static int count(List<RecordedPod> pods, Predicate<RecordedPod> which) {
    return (int) pods.stream().filter(which).count();
  }
}
