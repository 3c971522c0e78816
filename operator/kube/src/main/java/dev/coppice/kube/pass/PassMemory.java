package dev.coppice.kube.pass;

import dev.coppice.core.plan.Memory;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Refusals.Failure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is kept between two passes over one object. It moves writes, reads and log lines, but never
 * a decision: lost in a crash, it starts anew. An object at rest has no entry.
 */
final class PassMemory {

  /** Names that wait for another object; beyond these the oldest is forgotten. */
  static final int MOST_NAMES = 1024;

  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  // For the next object of a name: what a dead one made unseen stands in its way.
  private final Set<ObjectKey> leftOpen =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<ObjectKey, Boolean> eldest) {
                  return size() > MOST_NAMES;
                }
              }));

  /**
   * What is kept about one object.
   *
   * @param memory what the planner left for the next pass
   * @param openCreate whether there may be an object that no cache and no answer has shown
   * @param tries passes in a row that all have to be repeated
   * @param told failures that have been told in events
   * @param trouble what was logged last about passes that have to be repeated; empty when nothing
   */
  record Entry(Memory memory, boolean openCreate, int tries, Set<Failure> told, String trouble) {

    static final Entry AT_REST = new Entry(Memory.none(), false, 0, Set.of(), "");

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
    if (!entry.openCreate()) {
      leftOpen.remove(ObjectKey.of(primary));
    }
  }

  /** Whether a create of this object, or of the last one of its name, was left open. */
  boolean hasOpenCreate(HasMetadata primary) {
    return of(primary).openCreate() || leftOpen.contains(ObjectKey.of(primary));
  }

  void forget(HasMetadata deleted) {
    Entry last = entries.remove(deleted.getMetadata().getUid());
    if (last != null && last.openCreate()) {
      leftOpen.add(ObjectKey.of(deleted));
    }
  }
}
