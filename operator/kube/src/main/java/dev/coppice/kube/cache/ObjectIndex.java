package dev.coppice.kube.cache;

import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodState;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects by the keys that are derived from their names and labels. What it is asked for is a copy.
 * Not safe for use by many threads: {@link ObjectStore} holds its lock whenever it calls.
 */
final class ObjectIndex<T extends HasMetadata> {

  private final List<Function<? super T, Set<IndexKey>>> functions = new ArrayList<>();
  private final Map<IndexKey, Map<String, T>> objects = new HashMap<>();
  private final Map<String, Set<IndexKey>> keys = new HashMap<>();

  /** Has objects be found by these keys as well. */
  void add(Function<? super T, Set<IndexKey>> keys) {
    functions.add(keys);
  }

  /** All objects that have one of the keys. */
  Collection<T> find(Set<IndexKey> keys) {
    Map<String, T> found = new LinkedHashMap<>();
    keys.forEach(key -> found.putAll(objects.getOrDefault(key, Map.of())));
    return found.values();
  }

  /** An object takes the place of another one of its name; either may be missing. */
  void replace(String name, @Nullable T before, @Nullable T now) {
    Set<IndexKey> left = keys.getOrDefault(name, Set.of());
    // Most events change a status, and what keys are made from stays.
    Set<IndexKey> taken =
        before != null && now != null && haveSameKeys(before, now) ? left : keysOf(now);
    for (IndexKey key : left) {
      if (!taken.contains(key)) {
        objects.computeIfPresent(
            key,
            (_, named) -> {
              named.remove(name);
              return named.isEmpty() ? null : named;
            });
      }
    }
    if (now == null) {
      keys.remove(name);
    } else {
      keys.put(name, taken);
      taken.forEach(key -> objects.computeIfAbsent(key, _ -> new HashMap<>()).put(name, now));
    }
  }

  private static boolean haveSameKeys(HasMetadata one, HasMetadata other) {
    return Objects.equals(one.getMetadata().getLabels(), other.getMetadata().getLabels())
        && isAssigned(one) == isAssigned(other)
        && Ownership.isTerminating(one) == Ownership.isTerminating(other)
        && (!isFoundByItsSpec(one) || haveSameSpecs(one.getMetadata(), other.getMetadata()));
  }

  private static boolean isFoundByItsSpec(HasMetadata object) {
    return object instanceof PodCliqueSet || object instanceof Queue;
  }

  private static boolean haveSameSpecs(ObjectMeta one, ObjectMeta other) {
    return one.getGeneration() != null
        && one.getGeneration().equals(other.getGeneration())
        && Objects.equals(one.getAnnotations(), other.getAnnotations());
  }

  private static boolean isAssigned(HasMetadata object) {
    return object instanceof Pod pod && PodState.isAssigned(pod);
  }

  private Set<IndexKey> keysOf(@Nullable T object) {
    Set<IndexKey> all = new HashSet<>();
    if (object != null) {
      functions.forEach(function -> all.addAll(function.apply(object)));
    }
    return Set.copyOf(all);
  }
}
