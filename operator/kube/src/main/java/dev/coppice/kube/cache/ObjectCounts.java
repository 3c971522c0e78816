package dev.coppice.kube.cache;

import dev.coppice.core.state.ObjectState;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind by their state. All states are counted in one go when somebody reads one
 * of them, and stand for a second: a scrape reads them all within it. Safe for use by many threads.
 *
 * @param <T> the kind
 */
final class ObjectCounts<T extends HasMetadata> {

  private static final long VALID = Duration.ofSeconds(1).toNanos();

  private final Clock clock;
  private final Supplier<Stream<T>> objects;
  private final Function<T, ObjectState> state;
  private @Nullable Census last;

  private record Census(long taken, Map<ObjectState, Integer> counts) {}

  /**
   * Counts nothing yet.
   *
   * @param objects all objects of the kind
   * @param state the state of one
   */
  ObjectCounts(Clock clock, Supplier<Stream<T>> objects, Function<T, ObjectState> state) {
    this.clock = clock;
    this.objects = objects;
    this.state = state;
  }

  /** How many objects are in that state. */
  synchronized int count(ObjectState counted) {
    long now = clock.monotonicTime();
    if (last == null || now - last.taken() > VALID) {
      Map<ObjectState, Integer> counts = new EnumMap<>(ObjectState.class);
      objects.get().forEach(object -> counts.merge(state.apply(object), 1, Integer::sum));
      last = new Census(now, counts);
    }
    return last.counts().getOrDefault(counted, 0);
  }
}
