package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.ObjectHistory;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A rule about pods over a recording.
 *
 * @param of the rule
 * @param sight how old the view may have been that was decided on
 */
record RecordedPodRule(PodRule of, Sight sight) implements Invariant {

  @Override
  public String rule() {
    return of.rule();
  }

  @Override
  public List<Violation> check(Recording recording) {
    Archive archive = new Archive(recording);
    List<Violation> violations = new ArrayList<>();
    for (ObjectHistory history : recording.histories(RecordedPod.KIND)) {
      if (history.beganInRecording()) {
        Optional<Pod> before = Optional.empty();
        for (RecordedEvent event : history.events()) {
          if (event.isPresent()) {
            PodWrite write = new PodWrite(before, (Pod) event.typed());
            judge(recording, archive, event, write).ifPresent(violations::add);
            before = Optional.of(write.now());
          }
        }
      }
    }
    return violations;
  }

  private Optional<Violation> judge(
      Recording recording, Archive archive, RecordedEvent event, PodWrite write) {
    return Optional.of(write)
        .filter(of::concerns)
        .flatMap(_ -> Decision.of(recording, archive, sight, event))
        .flatMap(seen -> of.objection(write, seen))
        .map(objection -> Violation.of(this, objection, event));
  }
}
