package dev.coppice.testkit.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.testkit.recorder.ObjectSource.Listing;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Collects what all watches tell. Used by many threads at once. */
final class Journal {

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final List<RecordedEvent> events = new ArrayList<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final Map<String, Known> kinds = new HashMap<>();
  private long lastArrival = System.nanoTime();

  /** What was seen of a kind: where its watch stands, and the objects that exist by it. */
  private static final class Known {
    private long seen;
    private final Map<String, RecordedEvent> objects = new HashMap<>();
  }

  Journal(Clock clock) {
    this.clock = clock;
  }

  void changed(ChangeType type, JsonNode object) {
    lock.lock();
    try {
      add(RecordedEvent.of(type, object, clock.instant()));
    } finally {
      lock.unlock();
    }
  }

  /** Takes over a full list: the first of a kind, or the one after its watch broke. */
  void listed(String kind, Listing listing) {
    lock.lock();
    try {
      Known known = kinds.get(kind);
      if (known == null) {
        known = new Known();
        kinds.put(kind, known);
      } else {
        gaps.add(new Gap(kind, known.seen, listing.resourceVersion()));
      }
      Set<String> present = new HashSet<>();
      for (JsonNode object : listing.objects()) {
        RecordedEvent event = RecordedEvent.of(ChangeType.LISTED, object, clock.instant());
        present.add(event.uid());
        RecordedEvent before = known.objects.get(event.uid());
        if (before == null || before.resourceVersion() != event.resourceVersion()) {
          add(event);
        }
      }
      for (RecordedEvent lost : List.copyOf(known.objects.values())) {
        if (!present.contains(lost.uid())) {
          add(goneBy(listing.resourceVersion(), lost));
        }
      }
      known.seen = Math.max(known.seen, listing.resourceVersion());
    } finally {
      lock.unlock();
    }
  }

  private RecordedEvent goneBy(long resourceVersion, RecordedEvent last) {
    ObjectNode object = last.object().deepCopy();
    object.withObjectProperty("metadata").put("resourceVersion", Long.toString(resourceVersion));
    return RecordedEvent.of(ChangeType.DELETED, object, clock.instant());
  }

  private void add(RecordedEvent event) {
    Known known = kinds.computeIfAbsent(event.kind(), _ -> new Known());
    known.seen = Math.max(known.seen, event.resourceVersion());
    if (event.isPresent()) {
      known.objects.put(event.uid(), event);
    } else {
      known.objects.remove(event.uid());
    }
    events.add(event);
    lastArrival = System.nanoTime();
    arrived.signalAll();
  }

  /** Whether every change up to a full list has arrived; later ones may have, too. */
  boolean hasSeen(String kind, Listing listing) {
    lock.lock();
    try {
      Known known = kinds.getOrDefault(kind, new Known());
      Set<String> present = new HashSet<>();
      for (JsonNode object : listing.objects()) {
        RecordedEvent listed = RecordedEvent.of(ChangeType.LISTED, object, clock.instant());
        present.add(listed.uid());
        RecordedEvent seen = known.objects.get(listed.uid());
        boolean upToDate =
            seen == null
                ? known.seen > listed.resourceVersion()
                : seen.resourceVersion() >= listed.resourceVersion();
        if (!upToDate) {
          return false;
        }
      }
      return known.objects.values().stream()
          .allMatch(seen ->
              present.contains(seen.uid()) || seen.resourceVersion() > listing.resourceVersion());
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a condition, looked at after every arrival, holds. */
  boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
    long left = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = arrived.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until nothing has arrived for some time.
   *
   * @param from the instant, by {@link System#nanoTime}, before which silence does not count
   */
  boolean awaitQuiet(Duration quiet, long from, Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    lock.lockInterruptibly();
    try {
      long now = System.nanoTime();
      for (long left = leftOf(quiet, from, now); left > 0; left = leftOf(quiet, from, now)) {
        if (now >= end) {
          return false;
        }
        var _ = arrived.await(Math.min(left, end - now), TimeUnit.NANOSECONDS);
        now = System.nanoTime();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private long leftOf(Duration quiet, long from, long now) {
    return quiet.toNanos() - Math.min(now - lastArrival, now - from);
  }

  /** When the newest change arrived, by {@link System#nanoTime}. */
  long lastArrival() {
    lock.lock();
    try {
      return lastArrival;
    } finally {
      lock.unlock();
    }
  }

  /** A number that every arrival changes. */
  int size() {
    lock.lock();
    try {
      return events.size();
    } finally {
      lock.unlock();
    }
  }

  Recording recording() {
    lock.lock();
    try {
      return new Recording(events, gaps);
    } finally {
      lock.unlock();
    }
  }
}
