package dev.coppice.simulator.model;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashMap;
import java.util.Map;

/** Which stored objects readers cannot read, and what they show of those. For one thread. */
public final class UnreadableObjects {

  private final Map<ObjectKey, Unreadable> causes = new HashMap<>();

  /** From now on, nobody can read what is stored under a key. */
  public void add(ObjectKey key, Unreadable why) {
    causes.put(key, why);
  }

  /** From now on, everything can be read. */
  public void clear() {
    causes.clear();
  }

  /** An object as it is read: marked, if it cannot be. */
  @SuppressWarnings("unchecked") // what is seen has the type of what is stored
  <T extends HasMetadata> T seen(T object) {
    Unreadable why = causes.get(ObjectKey.of(object));
    return why == null ? object : (T) StoredObjects.marked(object, why);
  }

  /** An outcome as its objects are read. */
  Outcome seen(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done done -> new Outcome.Done(seen(done.object()));
      case Outcome.AlreadyExists exists -> new Outcome.AlreadyExists(seen(exists.object()));
      case Outcome.Found found ->
          new Outcome.Found(found.objects().stream().map(this::seen).toList());
      case Outcome.Deleted(HasMetadata remaining) when remaining != null ->
          new Outcome.Deleted(seen(remaining));
      default -> outcome;
    };
  }
}
