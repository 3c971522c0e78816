package dev.coppice.webhook.eviction;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What this replica told schedulers a moment ago about pods: the guard has no other way to know for
 * whom a pod is to go. Nothing depends on it, as another replica may have been asked. Safe for use
 * by many threads.
 */
final class RecentAnswers {

  private static final Duration A_MOMENT = Duration.ofSeconds(60);
  private static final int MOST = 20_000;

  /** What was told about a pod. */
  sealed interface Answer {

    /** It may go, for somebody. */
    record Approved() implements Answer {}

    /**
     * It may not, for nobody who has asked.
     *
     * @param why for people
     */
    record Refused(String why) implements Answer {}
  }

  private record Told(Answer answer, Instant until) {}

  private final Map<String, Told> told =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Told> eldest) {
          return size() > MOST;
        }
      };

  /** Pods were offered to somebody. */
  synchronized void approve(Collection<String> uids, Instant now) {
    uids.forEach(uid -> put(uid, new Told(new Answer.Approved(), now.plus(A_MOMENT))));
  }

  /**
   * Pods were refused to somebody. Another one may still have them by an earlier answer.
   *
   * @param release when time alone changes that answer; empty if it does not
   */
  synchronized void refuse(
      Collection<String> uids, String why, Optional<Instant> release, Instant now) {
    Instant moment = now.plus(A_MOMENT);
    Instant until = release.filter(moment::isAfter).orElse(moment);
    for (String uid : uids) {
      if (!(about(uid, now).orElse(null) instanceof Answer.Approved)) {
        put(uid, new Told(new Answer.Refused(why), until));
      }
    }
  }

  private void put(String uid, Told answer) {
    told.remove(uid);
    told.put(uid, answer);
  }

  /** What was told about a pod a moment ago. */
  synchronized Optional<Answer> about(String uid, Instant now) {
    return Optional.ofNullable(told.get(uid))
        .filter(known -> now.isBefore(known.until()))
        .map(Told::answer);
  }
}
