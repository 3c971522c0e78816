package dev.coppice.webhook.lookup;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * That there are objects, and one value of each: there may be tens of thousands. The informer,
 * whose thread alone writes, gets back no more than name, UID and version. Read by many threads.
 */
final class MetadataStore implements ItemStore<GenericKubernetesResource> {

  private final Function<ObjectMeta, Optional<String>> value;
  private final Map<String, Held> objects = new ConcurrentHashMap<>();
  private final Set<String> uids = ConcurrentHashMap.newKeySet();

  private record Held(String uid, String version, @Nullable String value) {

    GenericKubernetesResource object(String key) {
      int slash = key.indexOf('/');
      GenericKubernetesResource object = new GenericKubernetesResource();
      object.setMetadata(
          new ObjectMetaBuilder()
              .withNamespace(slash < 0 ? null : key.substring(0, slash))
              .withName(key.substring(slash + 1))
              .withUid(uid)
              .withResourceVersion(version)
              .build());
      return object;
    }
  }

  /**
   * An empty store.
   *
   * @param value what is kept of each object beside that it is there
   */
  MetadataStore(Function<ObjectMeta, Optional<String>> value) {
    this.value = value;
  }

  boolean has(String uid) {
    return uids.contains(uid);
  }

  /** The value of an object, by its namespace and name with a slash between them, or its name. */
  Optional<String> value(String key) {
    return Optional.ofNullable(objects.get(key)).map(Held::value);
  }

  @Override
  public String getKey(GenericKubernetesResource object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  public @Nullable GenericKubernetesResource put(String key, GenericKubernetesResource fresh) {
    ObjectMeta metadata = fresh.getMetadata();
    Held held =
        new Held(
            metadata.getUid(), metadata.getResourceVersion(), value.apply(metadata).orElse(null));
    Held before = objects.put(key, held);
    uids.add(held.uid());
    if (before != null && !before.uid().equals(held.uid())) {
      uids.remove(before.uid());
    }
    return before == null ? null : before.object(key);
  }

  @Override
  public @Nullable GenericKubernetesResource remove(String key) {
    Held before = objects.remove(key);
    if (before == null) {
      return null;
    }
    uids.remove(before.uid());
    return before.object(key);
  }

  @Override
  public Stream<String> keySet() {
    return objects.keySet().stream();
  }

  @Override
  public Stream<GenericKubernetesResource> values() {
    return objects.entrySet().stream().map(held -> held.getValue().object(held.getKey()));
  }

  @Override
  public int size() {
    return objects.size();
  }

  @Override
  public @Nullable GenericKubernetesResource get(String key) {
    Held held = objects.get(key);
    return held == null ? null : held.object(key);
  }

  /** What it gives back is less than what it was given. */
  @Override
  public boolean isFullState() {
    return false;
  }
}
