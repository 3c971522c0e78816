package dev.coppice.kube.pass;

import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Refusals.Failure;
import io.fabric8.kubernetes.api.model.HasMetadata;
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

  // By name, for the next object of that name: what a dead one made unseen stands in its way.
  private final Set<ObjectKey> openCreates = ConcurrentHashMap.newKeySet();

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

    Entry withRecheck() {
      return new Entry(unwrittenSince, tries, true, told, trouble);
    }
  }

  Entry of(HasMetadata primary) {
    Entry entry = entries.getOrDefault(primary.getMetadata().getUid(), Entry.AT_REST);
    return openCreates.contains(ObjectKey.of(primary)) ? entry.withRecheck() : entry;
  }

  void keep(HasMetadata primary, Entry entry) {
    if (entry.recheck()) {
      openCreates.add(ObjectKey.of(primary));
    } else {
      openCreates.remove(ObjectKey.of(primary));
    }
    String uid = primary.getMetadata().getUid();
    if (entry.equals(Entry.AT_REST)) {
      entries.remove(uid);
    } else {
      entries.put(uid, entry);
    }
  }

  void forget(HasMetadata deleted) {
    entries.remove(deleted.getMetadata().getUid());
  }
}
