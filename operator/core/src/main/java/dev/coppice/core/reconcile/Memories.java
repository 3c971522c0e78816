package dev.coppice.core.reconcile;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is remembered of all objects of one kind. An object at rest has no entry. Safe for use by
 * many threads.
 */
public final class Memories {

  /** Names that wait for another object; beyond these the oldest is forgotten. */
  static final int MOST_NAMES = 1024;

  private final Map<String, Memory> byUid = new ConcurrentHashMap<>();
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

  /** What is remembered of an object. */
  public Memory of(HasMetadata primary) {
    Memory memory = byUid.getOrDefault(primary.getMetadata().getUid(), Memory.none());
    return leftOpen.contains(ObjectKey.of(primary)) ? memory.withOpenCreate() : memory;
  }

  /** Remembers this of an object, and nothing else any more. */
  public void keep(HasMetadata primary, Memory memory) {
    String uid = primary.getMetadata().getUid();
    if (memory.equals(Memory.none())) {
      byUid.remove(uid);
    } else {
      byUid.put(uid, memory);
    }
    if (!memory.openCreate()) {
      leftOpen.remove(ObjectKey.of(primary));
    }
  }

  /** Forgets an object that was deleted. */
  public void forget(HasMetadata deleted) {
    Memory last = byUid.remove(deleted.getMetadata().getUid());
    if (last != null && last.openCreate()) {
      leftOpen.add(ObjectKey.of(deleted));
    }
  }
}
