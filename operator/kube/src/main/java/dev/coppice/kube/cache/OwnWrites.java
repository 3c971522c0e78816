package dev.coppice.kube.cache;

import dev.coppice.core.watch.Changes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Tells a status that this process wrote from one that somebody else did: a user, a dead process
 * whose last call landed late, or a call of our own whose answer was lost. Only those need a pass.
 * Forgetting costs a pass that does nothing. Safe for use by many threads.
 */
public final class OwnWrites {

  private final Map<String, String> versions = new ConcurrentHashMap<>();

  /**
   * Takes note of an object as the API server answered it.
   *
   * @param isThere whether the cache shows the object; asked afterwards, because nobody forgets a
   *     note that comes after the deletion was heard
   */
  public void note(HasMetadata answered, BooleanSupplier isThere) {
    versions.put(answered.getMetadata().getUid(), answered.getMetadata().getResourceVersion());
    if (!isThere.getAsBoolean()) {
      forget(answered);
    }
  }

  /** Forgets an object that is gone. */
  public void forget(HasMetadata deleted) {
    versions.remove(deleted.getMetadata().getUid());
  }

  /** Whether an update of the object that a controller is about brings a pass. */
  public boolean matters(HasMetadata now, HasMetadata before) {
    return Changes.ofPrimary(now, before, isOurs(now));
  }

  private boolean isOurs(HasMetadata now) {
    String version = now.getMetadata().getResourceVersion();
    return version.equals(versions.get(now.getMetadata().getUid()));
  }
}
