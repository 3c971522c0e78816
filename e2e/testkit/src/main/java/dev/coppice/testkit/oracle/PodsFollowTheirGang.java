package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;

/** A pod without its gang could be placed before anybody knows what has to be placed with it. */
final class PodsFollowTheirGang implements Invariant {

  private final Sight sight;

  PodsFollowTheirGang(Sight sight) {
    this.sight = sight;
  }

  @Override
  public String rule() {
    return "no pod is created before its PodGang";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Archive archive = new Archive(recording);
    return recording
        .ofKind(RecordedPod.KIND)
        .filter(pod -> pod.type() == ChangeType.ADDED)
        .filter(pod ->
            Decision.of(recording, archive, sight, pod)
                .filter(decision -> decision.gang(gang(pod)).findAny().isEmpty())
                .isPresent())
        .map(pod ->
            Violation.of(
                this,
                "pod %s was created while its set had no PodGang %s"
                    .formatted(pod.name(), gang(pod)),
                pod))
        .toList();
  }

  private static String gang(RecordedEvent pod) {
    return pod.label(Labels.POD_GANG);
  }
}
