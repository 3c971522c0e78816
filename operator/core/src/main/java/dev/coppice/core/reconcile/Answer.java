package dev.coppice.core.reconcile;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.stream.Stream;

/**
 * An action and what came of it.
 *
 * @param action what was asked for
 * @param outcome what the API server said
 */
public record Answer(Action action, Outcome outcome) {

  /** Whether it shows an object as the API server has it. */
  boolean shows(ObjectKey key) {
    return shown().anyMatch(object -> ObjectKey.of(object).equals(key));
  }

  private Stream<HasMetadata> shown() {
    return switch (outcome) {
      case Outcome.Done(HasMetadata object) -> Stream.of(object);
      case Outcome.AlreadyExists(HasMetadata object) -> Stream.of(object);
      case Outcome.Deleted(HasMetadata remaining) -> Stream.ofNullable(remaining);
      case Outcome.Found found -> found.objects().stream();
      default -> Stream.empty();
    };
  }
}
