package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.Life;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Looks at what each pod that has to wait for others was told: to wait from its creation, to start
 * when its parents had started, and nothing else after that.
 */
final class StartsAfterItsParents implements Invariant {

  private final Sight sight;

  StartsAfterItsParents(Sight sight) {
    this.sight = sight;
  }

  @Override
  public String rule() {
    return "a pod is released for start only after every parent PodClique has reported its minimum"
        + " as ready, for good, and is not ready before";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Archive archive = new Archive(recording);
    return recording.lives(RecordedPod.KIND).stream()
        .filter(Life::beganInRecording)
        .flatMap(pod ->
            Stream.of(
                unheld(recording, archive, pod),
                tooEarly(recording, archive, pod),
                readyWithoutRelease(pod),
                takenBack(pod)))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Violation> unheld(Recording recording, Archive archive, Life pod) {
    return Optional.of(pod.first())
        .filter(created -> new RecordedPod(created).startup().isEmpty())
        .filter(created ->
            Decision.of(recording, archive, sight, created)
                .map(decision -> decision.ownClique().toList())
                .filter(own -> !own.isEmpty())
                .filter(own -> own.stream().noneMatch(clique -> parents(clique).isEmpty()))
                .isPresent())
        .map(created ->
            Violation.of(
                this,
                "pod %s was created without the annotation that makes it wait"
                    .formatted(created.name()),
                created));
  }

  private Optional<Violation> tooEarly(Recording recording, Archive archive, Life pod) {
    return first(pod, RecordedPod::isReleased)
        .filter(release ->
            Decision.of(recording, archive, sight, release)
                .filter(decision -> !sawParentsStarted(decision))
                .isPresent())
        .map(release ->
            Violation.of(
                this,
                "pod %s was released before its parents had their minimum"
                    .formatted(release.name()),
                release));
  }

  private static boolean sawParentsStarted(Decision decision) {
    return decision
        .ownClique()
        .anyMatch(clique ->
            parents(clique).stream()
                .allMatch(parent ->
                    decision.sawClique(parent, seen -> seen.reportsMinimum(RecordedScale.READY))));
  }

  private Optional<Violation> readyWithoutRelease(Life pod) {
    return first(pod, seen -> seen.isReady() && seen.isHeld())
        .map(ready ->
            Violation.of(
                this, "pod %s was ready without its release".formatted(ready.name()), ready));
  }

  private Optional<Violation> takenBack(Life pod) {
    return first(pod, RecordedPod::isReleased)
        .flatMap(release ->
            pod.events().stream()
                .filter(event -> event.resourceVersion() > release.resourceVersion())
                .filter(event -> !new RecordedPod(event).isReleased())
                .findFirst()
                .map(later ->
                    Violation.of(
                        this,
                        "the release of pod %s was taken back".formatted(later.name()),
                        release,
                        later)));
  }

  private static Optional<RecordedEvent> first(Life pod, Predicate<RecordedPod> as) {
    return pod.events().stream()
        .filter(RecordedEvent::isPresent)
        .filter(event -> as.test(new RecordedPod(event)))
        .findFirst();
  }

  private static List<String> parents(RecordedEvent clique) {
    return RecordedSet.texts(clique.spec().path("startsAfter"));
  }
}
