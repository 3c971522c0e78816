package dev.coppice.kube.cache;

import dev.coppice.core.watch.Changes;
import dev.coppice.kube.execute.RecentObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes the answers to the calls of one controller: lays them over the caches, and remembers until
 * their events have come which versions its reconciles know already. Those need no reconcile of
 * this controller; what somebody else wrote does: a user, another controller, a dead process whose
 * last call landed late, or a call of our own whose answer was lost. Forgetting costs a reconcile
 * that does nothing. Safe for use by many threads.
 */
public final class OwnWrites implements RecentObjects {

  private final Set<Class<? extends HasMetadata>> kinds;
  private final Caches caches;
  private final Map<String, Long> versions = new ConcurrentHashMap<>();

  /**
   * No answers yet.
   *
   * @param kinds what the controller watches; what its reconciles read of others is theirs alone
   */
  public OwnWrites(Set<Class<? extends HasMetadata>> kinds, Caches caches) {
    this.kinds = Set.copyOf(kinds);
    this.caches = caches;
  }

  @Override
  public void take(HasMetadata fresh) {
    if (kinds.contains(fresh.getClass())) {
      take(fresh.getClass(), fresh);
    }
  }

  private <T extends HasMetadata> void take(Class<T> type, HasMetadata fresh) {
    ObjectStore<T> store = caches.of(type);
    versions.merge(uid(fresh), ObjectStore.version(fresh), Math::max);
    store.take(type.cast(fresh));
    // Nobody forgets what comes after the deletion was heard.
    if (store.current(fresh).isEmpty()) {
      forget(fresh);
    }
  }

  /** Forgets an object that is gone. */
  public void forget(HasMetadata deleted) {
    versions.remove(uid(deleted));
  }

  /** Whether an update of the object that the controller is about brings a reconcile over it. */
  public boolean wakes(HasMetadata now, HasMetadata before) {
    return Changes.ofPrimary(now, before, isKnown(now));
  }

  /**
   * Whether an event about another object shows nothing new. Asked once for each event: nothing is
   * remembered longer.
   */
  public boolean forgetsWith(HasMetadata now) {
    boolean known = isKnown(now);
    versions.computeIfPresent(
        uid(now), (_, version) -> version <= ObjectStore.version(now) ? null : version);
    return known;
  }

  private boolean isKnown(HasMetadata now) {
    Long version = versions.get(uid(now));
    return version != null && version >= ObjectStore.version(now);
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }
}
