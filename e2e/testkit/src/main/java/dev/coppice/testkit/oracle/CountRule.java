package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts again what the statuses of one kind say. Only specifications and pods are counted from: a
 * status that is wrong makes that of its owner wrong, which must not pass for right.
 *
 * @param <T> the kind
 */
abstract class CountRule<T extends HasMetadata> implements RestRule {

  private final Class<T> type;

  CountRule(Class<T> type) {
    this.type = type;
  }

  /**
   * A field of a status.
   *
   * @param reported what it says
   * @param counted what it has to say
   */
  record Field(String name, @Nullable Object reported, Object counted) {}

  /** The fields of one object that are judged. */
  abstract Stream<Field> fields(T object, Moment moment);

  @Override
  public final List<Violation> check(Recording recording) {
    Moment moment = Moment.atEnd(recording);
    return recording.atEnd().stream()
        .filter(event -> type.isInstance(event.typed()) && !event.isTerminating())
        .flatMap(event ->
            fields(type.cast(event.typed()), moment)
                .filter(field -> !Objects.equals(field.reported(), field.counted()))
                .map(field ->
                    Violation.of(
                        this,
                        "%s %s reports %s %s instead of %s"
                            .formatted(
                                event.kind(),
                                event.name(),
                                field.name(),
                                field.reported(),
                                field.counted()),
                        event)))
        .toList();
  }
}
