package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a recording, and what the operator may have seen when it decided about a change: a
 * pod may be lost and a scale raised between its look and its write. What goes counts as gone at
 * once, since the operator itself took it.
 */
final class Looks {

  /** How long before its write a look may be, on a machine that has too much to do. */
  private static final Duration AGE = Duration.ofSeconds(2);

  private final Map<String, HasMetadata> standing = new LinkedHashMap<>();
  private final Deque<Change> changes = new ArrayDeque<>();

  /** A change; without an object before it, one was made. */
  private record Change(Instant at, String uid, @Nullable HasMetadata before) {}

  /** The object as it stands; empty if none does. */
  Optional<HasMetadata> find(String uid) {
    return Optional.ofNullable(standing.get(uid));
  }

  /** What stands, at that instant. */
  Moment newest(Instant at) {
    return new Moment(at, List.copyOf(standing.values()));
  }

  void take(RecordedEvent event) {
    HasMetadata before =
        event.isPresent() ? standing.put(event.uid(), event.typed()) : standing.remove(event.uid());
    changes.addLast(new Change(event.arrivedAt(), event.uid(), before));
    while (changes.getFirst().at().isBefore(event.arrivedAt().minus(AGE))) {
      changes.removeFirst();
    }
  }

  /**
   * What stood before that instant, newest first, as old as a look may be.
   *
   * @param asTheyAre uids of what the change takes, which is not older than the change
   */
  List<Moment> older(Instant at, Set<String> asTheyAre) {
    Map<String, HasMetadata> then = new LinkedHashMap<>(standing);
    List<Moment> moments = new ArrayList<>();
    for (Change change : changes.reversed()) {
      if (change.at().isBefore(at.minus(AGE))) {
        break;
      }
      HasMetadata is = standing.get(change.uid());
      boolean isTaken =
          is == null || PodFacts.isTerminating(is) || asTheyAre.contains(change.uid());
      // What was made meanwhile serves no less for it.
      if (change.before() != null && !isTaken) {
        then.put(change.uid(), change.before());
        moments.add(new Moment(at, List.copyOf(then.values())));
      }
    }
    return moments;
  }
}
