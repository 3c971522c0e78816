package dev.coppice.kube.cache;

import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that the process holds of one kind: what the informer heard, the answers to our own writes
 * that are newer laid over it, and an index over what that shows. The informer calls the methods of
 * {@link ItemStore}, which know only what it heard; everybody else reads what is shown.
 *
 * <p>Safe for use by many threads: everything changes and is read under the one lock of this
 * object, under which nothing else is called but functions of the objects themselves. So a reader
 * finds an object by its old keys or by its new ones, and never by none. Objects are not changed
 * after they were put in.
 *
 * @param <T> the kind
 */
public final class ObjectStore<T extends HasMetadata> implements ItemStore<T> {

  // A call that was under way when its object went is answered, or given up, long before as many
  // others have gone.
  private static final int REMEMBERED_DELETIONS = 10_000;

  private final WatchLag lag;
  private final SharedPodSpecs podSpecs;
  private final Predicate<? super T> watched;
  private final boolean queued;
  private final List<Listener<? super T>> listeners = new CopyOnWriteArrayList<>();

  private final Map<String, T> heard = new HashMap<>();
  private final Map<String, T> answered = new HashMap<>();
  private final ObjectIndex<T> index = new ObjectIndex<>();
  private final Set<String> deleted = Collections.newSetFromMap(new LinkedHashMap<>());
  private long heardVersion;
  private int unreadable;

  /** Hears of what the informer heard, after the store shows it. */
  @FunctionalInterface
  public interface Listener<T> {

    /**
     * An object has changed.
     *
     * @param before what the informer held until then; null if the object is new
     * @param now null if the object is gone
     */
    void changed(@Nullable T before, @Nullable T now);
  }

  /**
   * An empty store.
   *
   * @param watched whether the informer ever hears of such an object
   * @param queued whether it counts when containers of pods began, and what pods request
   * @param podSpecs those that are held
   * @param lag hears what comes and goes
   */
  ObjectStore(Predicate<? super T> watched, boolean queued, SharedPodSpecs podSpecs, WatchLag lag) {
    this.watched = watched;
    this.queued = queued;
    this.podSpecs = podSpecs;
    this.lag = lag;
  }

  /** Has objects be found by these keys as well. Called before anything is put in. */
  synchronized void index(Function<? super T, Set<IndexKey>> keys) {
    index.add(keys);
  }

  /** Tells the listener of every change from now on. */
  public void listen(Listener<? super T> listener) {
    listeners.add(listener);
  }

  /** Passes on what a handler of the informer was called with. */
  public void notifyListeners(@Nullable T before, @Nullable T now) {
    listeners.forEach(listener -> listener.changed(before, now));
  }

  // What the informer calls.

  @Override
  public String getKey(T object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  /**
   * Takes what the informer heard.
   *
   * @return what it held until then, of which the informer tells its handlers. Nothing if a version
   *     has been shown that the informer skipped, as only a list after a broken watch does: whoever
   *     has seen that version has to look again, whatever the difference to the one before it.
   */
  @Override
  public @Nullable T put(String key, T fresh) {
    trim(key, fresh);
    lag.heard(fresh);
    synchronized (this) {
      T shown = shown(key);
      T before = heard.put(key, fresh);
      unreadable += unreadable(fresh) - unreadable(before);
      T own = answered.get(key);
      boolean overtaken = own != null && version(own) < version(fresh);
      if (own != null && version(own) <= version(fresh)) {
        answered.remove(key);
        rememberDeleted(own, fresh);
      }
      rememberDeleted(before, fresh);
      // A label that comes back brings the same object again.
      deleted.remove(uid(fresh));
      heardVersion = Math.max(heardVersion, version(fresh));
      index.replace(key, shown, shown(key));
      return overtaken ? null : before;
    }
  }

  /**
   * Drops what the informer no longer holds. An answer that shows another object of the name stays,
   * because the informer is still to hear of that one, unless a list has shown that it is gone too.
   */
  @Override
  public @Nullable T remove(String key) {
    lag.gone(key);
    synchronized (this) {
      T shown = shown(key);
      T before = heard.remove(key);
      unreadable -= unreadable(before);
      T own = answered.get(key);
      if (own != null && (isSame(own, before) || isKnownGone(own))) {
        answered.remove(key);
        rememberDeleted(own, null);
      }
      rememberDeleted(before, null);
      index.replace(key, shown, shown(key));
      return before == null && !answered.containsKey(key) ? own : before;
    }
  }

  @Override
  public synchronized Stream<String> keySet() {
    return List.copyOf(heard.keySet()).stream();
  }

  /**
   * What a list must contain if it still exists; called when one is complete. Besides what was
   * heard these are objects of our own that were made, and deleted by others, while the watch was
   * broken.
   */
  @Override
  public synchronized Stream<T> values() {
    List<T> values = new ArrayList<>(heard.values());
    answered.forEach((key, own) -> {
      if (!heard.containsKey(key) && isKnownGone(own)) {
        values.add(own);
      }
    });
    return values.stream();
  }

  @Override
  public synchronized int size() {
    return heard.size();
  }

  @Override
  public synchronized @Nullable T get(String key) {
    return heard.get(key);
  }

  // What everybody else calls.

  /**
   * Lays an answer of the API server over what was heard, if it is newer and of an object that is
   * not known to be gone.
   */
  void take(T answer) {
    if (!watched.test(answer)) {
      // Its event, which would end this, never comes.
      return;
    }
    String key = getKey(answer);
    lag.answered(key, answer);
    trim(key, answer);
    synchronized (this) {
      T shown = shown(key);
      if (!deleted.contains(uid(answer)) && (shown == null || version(shown) < version(answer))) {
        answered.put(key, answer);
        index.replace(key, shown, shown(key));
      }
    }
  }

  /** This very object as it is now; empty if it is gone or followed by another one of its name. */
  public synchronized Optional<T> current(HasMetadata object) {
    return Optional.ofNullable(shown(Cache.metaNamespaceKeyFunc(object)))
        .filter(shown -> isSame(shown, object));
  }

  /** All objects that have one of the keys. */
  synchronized Collection<T> find(Set<IndexKey> keys) {
    return index.find(keys);
  }

  /** All objects. */
  public synchronized List<T> all() {
    Map<String, T> all = new HashMap<>(heard);
    all.putAll(answered);
    return List.copyOf(all.values());
  }

  /** How many objects that were heard of cannot be read. */
  synchronized int unreadable() {
    return unreadable;
  }

  private static int unreadable(@Nullable HasMetadata object) {
    return object != null && Unreadable.of(object).isPresent() ? 1 : 0;
  }

  private void trim(String key, T arrived) {
    CacheTransform.apply(arrived, queued);
    podSpecs.share(arrived, held(key));
  }

  private synchronized @Nullable T held(String key) {
    return shown(key);
  }

  // An answer is held only while it is newer than what was heard.
  private @Nullable T shown(String key) {
    T own = answered.get(key);
    return own == null ? heard.get(key) : own;
  }

  // The watch, or a list, has come as far as this and has not brought it.
  private boolean isKnownGone(T own) {
    return version(own) <= heardVersion;
  }

  private void rememberDeleted(@Nullable T gone, @Nullable T standing) {
    if (gone != null && !isSame(gone, standing) && deleted.add(uid(gone))) {
      if (deleted.size() > REMEMBERED_DELETIONS) {
        deleted.remove(deleted.iterator().next());
      }
    }
  }

  private static boolean isSame(HasMetadata one, @Nullable HasMetadata other) {
    return other != null && uid(one).equals(uid(other));
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }

  /** By number, which API servers do not promise and all keep to. */
  static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }
}
