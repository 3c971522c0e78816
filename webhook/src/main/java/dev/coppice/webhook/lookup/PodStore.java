package dev.coppice.webhook.lookup;

import dev.coppice.core.object.Unreadable;
import dev.coppice.webhook.eviction.KnownPod;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operator's pods as evictions see them, by UID and by gang. The informer, whose thread alone
 * writes, gets back no more of a pod than its name, UID and version. Read by many threads.
 */
final class PodStore implements ItemStore<Pod> {

  private final Map<String, Held> pods = new ConcurrentHashMap<>();
  private final Map<String, KnownPod> byUid = new ConcurrentHashMap<>();
  private final Map<String, Map<String, KnownPod>> byGang = new ConcurrentHashMap<>();
  private final Set<String> gangless = ConcurrentHashMap.newKeySet();

  /**
   * A pod that the informer holds.
   *
   * @param legible whether it can be read; of what cannot be, nobody knows whose it is
   * @param known empty if it is of no gang, or cannot be read
   */
  private record Held(
      String namespace,
      String name,
      String uid,
      String version,
      boolean legible,
      Optional<KnownPod> known) {

    static Held of(Pod pod) {
      var metadata = pod.getMetadata();
      return new Held(
          metadata.getNamespace(),
          metadata.getName(),
          metadata.getUid(),
          metadata.getResourceVersion(),
          Unreadable.of(pod).isEmpty(),
          KnownPod.of(pod));
    }

    Pod pod() {
      return new PodBuilder()
          .withNewMetadata()
          .withNamespace(namespace)
          .withName(name)
          .withUid(uid)
          .withResourceVersion(version)
          .endMetadata()
          .build();
    }
  }

  Optional<KnownPod> find(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  Collection<KnownPod> ofGang(String gangKey) {
    return List.copyOf(byGang.getOrDefault(gangKey, Map.of()).values());
  }

  /** Whether it is a pod of the operator that is of no gang. */
  boolean isGangless(String uid) {
    return gangless.contains(uid);
  }

  /** How many pods cannot be read. */
  long unreadable() {
    return pods.values().stream().filter(pod -> !pod.legible()).count();
  }

  @Override
  public String getKey(Pod pod) {
    return Cache.metaNamespaceKeyFunc(pod);
  }

  @Override
  public @Nullable Pod put(String key, Pod fresh) {
    Held held = Held.of(fresh);
    Held before = pods.put(key, held);
    if (before != null) {
      forget(before, held);
    }
    if (held.legible() && held.known().isEmpty()) {
      gangless.add(held.uid());
    }
    held.known()
        .ifPresent(pod -> {
          byGang.computeIfAbsent(pod.gangKey(), _ -> new ConcurrentHashMap<>()).put(pod.uid(), pod);
          byUid.put(pod.uid(), pod);
        });
    return before == null ? null : before.pod();
  }

  @Override
  public @Nullable Pod remove(String key) {
    Held before = pods.remove(key);
    if (before == null) {
      return null;
    }
    forget(before, null);
    return before.pod();
  }

  // A pod stays where it is found while it only changes.
  private void forget(Held before, @Nullable Held now) {
    gangless.remove(before.uid());
    before
        .known()
        .ifPresent(pod -> {
          Optional<KnownPod> next = Optional.ofNullable(now).flatMap(Held::known);
          if (next.map(KnownPod::uid).filter(pod.uid()::equals).isEmpty()) {
            byUid.remove(pod.uid());
          }
          if (next.filter(
                  other -> other.uid().equals(pod.uid()) && other.gangKey().equals(pod.gangKey()))
              .isEmpty()) {
            byGang.computeIfPresent(
                pod.gangKey(),
                (_, gang) -> {
                  gang.remove(pod.uid());
                  return gang.isEmpty() ? null : gang;
                });
          }
        });
  }

  @Override
  public Stream<String> keySet() {
    return pods.keySet().stream();
  }

  @Override
  public Stream<Pod> values() {
    return pods.values().stream().map(Held::pod);
  }

  @Override
  public int size() {
    return pods.size();
  }

  @Override
  public @Nullable Pod get(String key) {
    Held held = pods.get(key);
    return held == null ? null : held.pod();
  }

  /** What it gives back is less than what it was given. */
  @Override
  public boolean isFullState() {
    return false;
  }
}
