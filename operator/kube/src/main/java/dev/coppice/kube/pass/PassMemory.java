package dev.coppice.kube.pass;

import dev.coppice.core.plan.Memory;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Refusals.Failure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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
   * @param memory what the planner left for the next pass
   * @param tries passes in a row that all have to be repeated
   * @param told failures that have been told in events
   * @param trouble what was logged last about passes that have to be repeated; empty when nothing
   */
  record Entry(Memory memory, int tries, Set<Failure> told, String trouble) {

    static final Entry AT_REST = new Entry(Memory.none(), 0, Set.of(), "");

    Entry {
      told = Set.copyOf(told);
    }
  }

  Entry of(HasMetadata primary) {
    return entries.getOrDefault(primary.getMetadata().getUid(), Entry.AT_REST);
  }

  void keep(HasMetadata primary, Entry entry) {
    String uid = primary.getMetadata().getUid();
    if (entry.equals(Entry.AT_REST)) {
      entries.remove(uid);
    } else {
      entries.put(uid, entry);
    }
  }

  /** Whether there may be an object that no cache and no answer has shown. */
  boolean hasOpenCreate(HasMetadata primary) {
    return openCreates.contains(ObjectKey.of(primary));
  }

  void keepOpenCreate(HasMetadata primary, boolean open) {
    if (open) {
      openCreates.add(ObjectKey.of(primary));
    } else {
      openCreates.remove(ObjectKey.of(primary));
    }
  }

  void forget(HasMetadata deleted) {
    entries.remove(deleted.getMetadata().getUid());
  }
}
