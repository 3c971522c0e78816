package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Life;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the moment at which each pod of a scaled gang lost its gate; one that never had it lost
 * it with its creation.
 */
final class GatesFollowTheBaseGang implements Invariant {

  private final Sight sight;

  GatesFollowTheBaseGang(Sight sight) {
    this.sight = sight;
  }

  @Override
  public String rule() {
    return "a pod of a scaled gang has no gate only after every PodClique of the base gang has"
        + " reported its minimum as scheduled, and no other pod is created with one";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Archive archive = new Archive(recording);
    return recording.lives(RecordedPod.KIND).stream()
        .filter(Life::beganInRecording)
        .filter(pod -> !new RecordedPod(pod.first()).owner().isEmpty())
        .map(pod ->
            baseGang(pod.first()).isEmpty()
                ? judgeBase(pod.first())
                : judgeScaled(recording, archive, pod))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Violation> judgeBase(RecordedEvent created) {
    return new RecordedPod(created).waitsForGang()
        ? Optional.of(
            Violation.of(
                this,
                "pod %s of a base gang was created with a gate".formatted(created.name()),
                created))
        : Optional.empty();
  }

  private Optional<Violation> judgeScaled(Recording recording, Archive archive, Life pod) {
    return pod.events().stream()
        .filter(event -> event.isPresent() && !new RecordedPod(event).waitsForGang())
        .findFirst()
        .filter(release ->
            Decision.of(recording, archive, sight, release)
                .filter(decision -> !sawBaseGangPlaced(decision, baseGang(release)))
                .isPresent())
        .map(release ->
            Violation.of(
                this,
                "pod %s was let go before the base PodGang %s was scheduled"
                    .formatted(release.name(), baseGang(release)),
                release));
  }

  private static boolean sawBaseGangPlaced(Decision decision, String base) {
    return decision
        .gang(base)
        .map(gang -> gang.spec().path("podgroups"))
        .anyMatch(groups ->
            !groups.isEmpty()
                && groups
                    .valueStream()
                    .allMatch(group ->
                        decision.sawClique(
                            group.path("name").asText(),
                            clique -> clique.reportsMinimum(RecordedScale.SCHEDULED))));
  }

  private static String baseGang(RecordedEvent pod) {
    return pod.label(Labels.BASE_POD_GANG);
  }
}
