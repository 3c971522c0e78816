package dev.coppice.core.reconcile;

import dev.coppice.core.object.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How old what one reconcile has read past the caches is. */
final class Looks {

  /** How long what was read may be acted upon, from when it was asked for. */
  private static final Duration FRESH = Duration.ofSeconds(2);

  private final Map<LiveRead, Instant> asked = new HashMap<>();
  private Instant primary = Instant.MIN;

  /** Takes the answers of a round. */
  void take(List<Answer> answers, ObjectKey primaryKey, Instant askedAt) {
    for (Answer answer : answers) {
      if (answer.shows(primaryKey)) {
        primary = askedAt;
      }
      if (answer.action() instanceof Action.Read read) {
        read.queries().forEach(query -> asked.put(query, askedAt));
      }
    }
  }

  /** Forgets what is too old; returns whether anything was. */
  boolean dropOld(Instant now) {
    return asked.values().removeIf(at -> isOld(at, now));
  }

  /** What was read and may be acted upon. */
  Set<LiveRead> recent() {
    return Set.copyOf(asked.keySet());
  }

  /** Whether an answer has shown the primary lately. */
  boolean showPrimary(Instant now) {
    return !isOld(primary, now);
  }

  private static boolean isOld(Instant askedAt, Instant now) {
    return askedAt.plus(FRESH).isBefore(now);
  }
}
