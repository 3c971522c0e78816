package dev.coppice.kube.event;

import dev.coppice.core.reconcile.PlannedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Events that were written a moment ago: what is told again in the same words is the same event
 * with a higher count. Safe for use by many threads.
 */
final class RecentEvents {

  private static final Duration A_MOMENT = Duration.ofSeconds(10);
  private static final int MOST = 1024;

  private final Map<Key, Told> recent =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Told> eldest) {
          return size() > MOST;
        }
      };

  private record Key(String uid, PlannedEvent event) {}

  /**
   * An event that stands.
   *
   * @param name its name
   * @param count how often it was told
   * @param last when it was told last
   */
  record Told(String name, int count, Instant last) {}

  /**
   * Takes note of an event.
   *
   * @param uid whom it is about
   * @param name its name if it is another one than the last
   * @return the event that tells it, with a count above one if it stands already
   */
  synchronized Told take(String uid, PlannedEvent event, String name, Instant now) {
    Key key = new Key(uid, event);
    Told known = recent.remove(key);
    Told told =
        known != null && now.isBefore(known.last.plus(A_MOMENT))
            ? new Told(known.name, known.count + 1, now)
            : new Told(name, 1, now);
    recent.put(key, told);
    return told;
  }
}
