package dev.coppice.benchmark.site;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts objects by UID as their changes come in, and remembers when each count was reached. Not
 * for use by several threads at once.
 */
final class Tally {

  /** As much of a change as is counted. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Change(String type, Seen object) {}

  /** As much of an object as is counted. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Seen(@Nullable Metadata metadata, @Nullable Status status) {

    boolean isReady() {
      List<Condition> conditions = status == null ? null : status.conditions();
      return conditions != null
          && conditions.stream()
              .anyMatch(condition ->
                  "Ready".equals(condition.type()) && "True".equals(condition.status()));
    }
  }

  /** What identifies it. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Metadata(@Nullable String uid, @Nullable String resourceVersion) {}

  /** What tells whether it is ready. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Status(@Nullable List<Condition> conditions) {}

  /** One condition. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Condition(@Nullable String type, @Nullable String status) {}

  /** Whether each object that exists is ready. */
  private final Map<String, Boolean> live = new HashMap<>();

  private final List<Instant> created = new ArrayList<>();
  private final List<Instant> ready = new ArrayList<>();
  private int readyNow;
  private Instant lastGone = Instant.MIN;
  private @Nullable String resourceVersion;

  void take(Change change, Instant now) {
    Seen object = change.object();
    if (object.metadata() == null) {
      throw new IllegalStateException("the watch says " + change.type());
    }
    resourceVersion = object.metadata().resourceVersion();
    if (change.type().equals("BOOKMARK")) {
      return;
    }
    String uid = Objects.requireNonNull(object.metadata().uid(), change.type());
    if (change.type().equals("DELETED")) {
      if (Boolean.TRUE.equals(live.remove(uid))) {
        readyNow--;
      }
      lastGone = now;
      return;
    }
    Boolean before = live.put(uid, object.isReady());
    if (before == null) {
      created.add(now);
    }
    readyNow += (object.isReady() ? 1 : 0) - (Boolean.TRUE.equals(before) ? 1 : 0);
    if (readyNow > ready.size()) {
      ready.add(now);
    }
  }

  /** Up to where all changes have been counted; empty before the first one. */
  Optional<String> resourceVersion() {
    return Optional.ofNullable(resourceVersion);
  }

  /** When so many had been seen, those that are gone again included. */
  Optional<Instant> createdAt(int count) {
    return created.size() < count ? Optional.empty() : Optional.of(created.get(count - 1));
  }

  /** When so many were ready at the same time. */
  Optional<Instant> readyAt(int count) {
    return ready.size() < count ? Optional.empty() : Optional.of(ready.get(count - 1));
  }

  /** When the last one went, if all are gone. */
  Optional<Instant> goneAt() {
    return live.isEmpty() ? Optional.of(lastGone) : Optional.empty();
  }

  @Override
  public String toString() {
    return "%d seen so far, %d there, %d ready".formatted(created.size(), live.size(), readyNow);
  }
}
