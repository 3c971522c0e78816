package dev.coppice.core.reconcile;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The objects that one reconcile sees beside its primary: what the caches held, amended by the
 * answers of the reconcile.
 */
public final class Observed {

  private final Map<Class<? extends HasMetadata>, Map<ObjectKey, HasMetadata>> byType;

  private Observed(Map<Class<? extends HasMetadata>, Map<ObjectKey, HasMetadata>> byType) {
    this.byType = byType;
  }

  /** A view of exactly these objects. */
  public static Observed of(Collection<? extends HasMetadata> objects) {
    Map<Class<? extends HasMetadata>, Map<ObjectKey, HasMetadata>> byType = new LinkedHashMap<>();
    for (HasMetadata object : objects) {
      byType
          .computeIfAbsent(object.getClass(), type -> new LinkedHashMap<>())
          .put(ObjectKey.of(object), object);
    }
    return new Observed(byType);
  }

  /** All objects of one kind, in the order of the caches. */
  public <T extends HasMetadata> Stream<T> all(Class<T> type) {
    return byType.getOrDefault(type, Map.of()).values().stream().map(type::cast);
  }

  /** Every object. */
  public Stream<HasMetadata> all() {
    return byType.values().stream().flatMap(objects -> objects.values().stream());
  }

  /** The object of that name, terminating or not. */
  public <T extends HasMetadata> Optional<T> get(Class<T> type, String namespace, String name) {
    return Optional.ofNullable(
            byType.getOrDefault(type, Map.of()).get(new ObjectKey(type, namespace, name)))
        .map(type::cast);
  }

  /** With these objects put in, and those keys taken out. */
  Observed with(Collection<? extends HasMetadata> put, Collection<ObjectKey> remove) {
    if (put.isEmpty() && remove.isEmpty()) {
      return this;
    }
    Map<Class<? extends HasMetadata>, Map<ObjectKey, HasMetadata>> amended =
        new LinkedHashMap<>(byType);
    Map<Class<? extends HasMetadata>, Map<ObjectKey, HasMetadata>> copied = new LinkedHashMap<>();
    for (ObjectKey key : remove) {
      writable(amended, copied, key.type()).remove(key);
    }
    for (HasMetadata object : put) {
      writable(amended, copied, object.getClass()).put(ObjectKey.of(object), object);
    }
    return new Observed(amended);
  }

  private static Map<ObjectKey, HasMetadata> writable(
      Map<Class<? extends HasMetadata>, Map<ObjectKey, HasMetadata>> amended,
      Map<Class<? extends HasMetadata>, Map<ObjectKey, HasMetadata>> copied,
      Class<? extends HasMetadata> type) {
    return copied.computeIfAbsent(
        type,
        key -> {
          Map<ObjectKey, HasMetadata> copy =
              new LinkedHashMap<>(amended.getOrDefault(key, Map.of()));
          amended.put(key, copy);
          return copy;
        });
  }
}
