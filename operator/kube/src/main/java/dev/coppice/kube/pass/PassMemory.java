package dev.coppice.kube.pass;

import dev.coppice.core.plan.Refusals.Failure;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is kept between two passes over one object. It moves writes, reads and log lines, but never
 * a decision: lost in a crash, it starts anew. An object at rest has no entry.
 */
final class PassMemory {

  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /**
   * What is kept about one object.
   *
   * @param unwrittenSince when the first status change that is still unwritten was seen
   * @param tries passes in a row that all have to be repeated
   * @param recheck whether the next pass starts with a live read
   * @param told failures that have been told in events
   * @param trouble what was logged last about passes that have to be repeated; empty when nothing
   */
  record Entry(
      @Nullable Instant unwrittenSince,
      int tries,
      boolean recheck,
      Set<Failure> told,
      String trouble) {

    static final Entry AT_REST = new Entry(null, 0, false, Set.of(), "");

    Entry {
      told = Set.copyOf(told);
    }
  }

  Entry of(String uid) {
    return entries.getOrDefault(uid, Entry.AT_REST);
  }

  void keep(String uid, Entry entry) {
    if (entry.equals(Entry.AT_REST)) {
      entries.remove(uid);
    } else {
      entries.put(uid, entry);
    }
  }

  void forget(String uid) {
    entries.remove(uid);
  }
}
