package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Deletion works without the operator only while nothing of ours waits for it. */
final class NoFinalizers implements Invariant {

  // Put there by the API server for whoever deletes with --cascade=foreground or orphan.
  private static final Set<String> OF_GARBAGE_COLLECTION = Set.of("foregroundDeletion", "orphan");

  @Override
  public String rule() {
    return "no object of our kinds carries a finalizer";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Set<String> reported = new HashSet<>();
    return recording.events().stream()
        .filter(OurKinds::has)
        .filter(event -> !finalizers(event).isEmpty())
        .filter(event -> reported.add(event.uid()))
        .map(event ->
            Violation.of(
                this,
                "%s %s has %s".formatted(event.kind(), event.name(), finalizers(event)),
                event))
        .toList();
  }

  private static List<String> finalizers(RecordedEvent event) {
    return event
        .metadata()
        .path("finalizers")
        .valueStream()
        .map(finalizer -> finalizer.asText())
        .filter(finalizer -> !OF_GARBAGE_COLLECTION.contains(finalizer))
        .filter(finalizer -> !finalizer.equals(leftByGrove(event)))
        .toList();
  }

  /** Comes with an object from Grove; the operator only ever takes it away. */
  private static String leftByGrove(RecordedEvent event) {
    return "grove.io/%s.grove.io".formatted(event.kind().toLowerCase(Locale.ROOT));
  }
}
