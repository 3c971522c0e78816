package dev.coppice.simulator.operator;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one controller holds of one kind: what its watch has told so far, in the order of the watch
 * and as late as it pleases, with the controller's own writes laid over it. It keeps the rules of
 * the framework's informers, with their overlay of recent writes.
 */
public final class KindCache {

  private final Map<ObjectKey, HasMetadata> heard = new LinkedHashMap<>();
  private final Map<ObjectKey, HasMetadata> written = new LinkedHashMap<>();
  private final Deque<Coming> coming = new ArrayDeque<>();
  private final Set<String> buriedUids = new HashSet<>();

  /** A change on its way, since an instant. */
  private record Coming(Change change, Instant since) {}

  /**
   * What the controller is told.
   *
   * @param change the entry, with what the cache held until then
   * @param ownWrite whether the controller knew it already, from the answer to a call of its own
   */
  record Notice(Change change, boolean ownWrite) {}

  /** Fills the cache from a list. */
  void fill(Stream<? extends HasMetadata> objects) {
    objects.forEach(object -> heard.put(ObjectKey.of(object), object));
  }

  /** Takes note that the watch will bring a change. */
  void expect(Change change, Instant now) {
    coming.add(new Coming(change, now));
  }

  /** How many changes are on their way. */
  int behind() {
    return coming.size();
  }

  /** Since when the cache has not been up to date; empty if it is. */
  Optional<Instant> behindSince() {
    return Optional.ofNullable(coming.peek()).map(Coming::since);
  }

  /** The next change of the watch. */
  Optional<Notice> hear() {
    return Optional.ofNullable(coming.poll())
        .map(Coming::change)
        .map(change -> take(change.key(), change.now()));
  }

  /** The watch broke: what was on its way is lost, and a list takes its place. */
  List<Notice> relist(Stream<? extends HasMetadata> objects) {
    coming.clear();
    Map<ObjectKey, HasMetadata> standing = new LinkedHashMap<>();
    objects.forEach(object -> standing.put(ObjectKey.of(object), object));
    List<Notice> notices = new ArrayList<>();
    standing.forEach((key, object) -> {
      if (!object.equals(heard.get(key))) {
        notices.add(take(key, object));
      }
    });
    List.copyOf(heard.keySet()).stream()
        .filter(key -> !standing.containsKey(key))
        .forEach(key -> notices.add(take(key, null)));
    // What was made and went within the gap was never heard of.
    List.copyOf(written.keySet()).stream()
        .filter(key -> !standing.containsKey(key))
        .forEach(key -> notices.add(new Notice(new Change(key, null, written.remove(key)), false)));
    return notices;
  }

  private Notice take(ObjectKey key, @Nullable HasMetadata now) {
    HasMetadata before = now == null ? heard.remove(key) : heard.put(key, now);
    HasMetadata own = written.get(key);
    if (now == null) {
      if (before != null) {
        buriedUids.add(before.getMetadata().getUid());
      }
      // One of another incarnation was made by us when this one was gone already.
      if (own != null && before != null && sameUid(own, before)) {
        written.remove(key);
      }
      return new Notice(new Change(key, null, before), false);
    }
    if (own != null && version(own) <= version(now)) {
      written.remove(key);
    }
    return new Notice(new Change(key, now, before), own != null && version(own) >= version(now));
  }

  /** Lays the answer to one of the controller's own calls over what it heard. */
  void takeOwn(HasMetadata fresh, boolean onlyIfHeld) {
    ObjectKey key = ObjectKey.of(fresh);
    Optional<HasMetadata> held = get(key);
    boolean newer =
        held.isPresent()
            ? version(fresh) > version(held.get())
            : !onlyIfHeld && !buriedUids.contains(fresh.getMetadata().getUid());
    if (newer) {
      written.put(key, fresh);
    }
  }

  /** The object as the controller sees it. */
  Optional<HasMetadata> get(ObjectKey key) {
    HasMetadata own = written.get(key);
    return Optional.ofNullable(own == null ? heard.get(key) : own);
  }

  /** All objects as the controller sees them. */
  Stream<HasMetadata> all() {
    return Stream.concat(
        heard.keySet().stream().map(key -> written.getOrDefault(key, heard.get(key))),
        written.entrySet().stream()
            .filter(entry -> !heard.containsKey(entry.getKey()))
            .map(Map.Entry::getValue));
  }

  private static boolean sameUid(HasMetadata one, HasMetadata other) {
    return one.getMetadata().getUid().equals(other.getMetadata().getUid());
  }

  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }
}
