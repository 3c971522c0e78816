package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Deletion works without the operator only while nothing of ours waits for it. */
final class NoFinalizers implements RunningRule {

  // Put there by the API server for whoever deletes with --cascade=foreground or orphan.
  private static final Set<String> OF_GARBAGE_COLLECTION = Set.of("foregroundDeletion", "orphan");

  // Put there by a user, whom nobody can keep from it.
  private static final String OF_USERS = "example.com/";

  @Override
  public String rule() {
    return "no object of our kinds carries a finalizer";
  }

  @Override
  public Judge judge(Recording gaps) {
    Set<String> reported = new HashSet<>();
    return event ->
        OurKinds.has(event) && !finalizers(event).isEmpty() && reported.add(event.uid())
            ? Stream.of(
                Violation.of(
                    this,
                    "%s %s has %s".formatted(event.kind(), event.name(), finalizers(event)),
                    event))
            : Stream.empty();
  }

  private static List<String> finalizers(RecordedEvent event) {
    return event.typed().getMetadata().getFinalizers().stream()
        .filter(finalizer -> !OF_GARBAGE_COLLECTION.contains(finalizer))
        .filter(finalizer -> !finalizer.startsWith(OF_USERS))
        .filter(finalizer -> !finalizer.equals(leftByGrove(event)))
        .toList();
  }

  /** Comes with an object from Grove; the operator only ever takes it away. */
  private static String leftByGrove(RecordedEvent event) {
    return "grove.io/%s.grove.io".formatted(event.kind().toLowerCase(Locale.ROOT));
  }
}
