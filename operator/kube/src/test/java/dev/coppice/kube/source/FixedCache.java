package dev.coppice.kube.source;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A cache that never changes. */
final class FixedCache<P extends HasMetadata> implements IndexerResourceCache<P> {

  private final List<P> objects;

  FixedCache(List<P> objects) {
    this.objects = List.copyOf(objects);
  }

  @Override
  public Stream<P> list(String namespace, Predicate<P> predicate) {
    return list(predicate.and(object -> namespace.equals(object.getMetadata().getNamespace())));
  }

  @Override
  public Stream<P> list(Predicate<P> predicate) {
    return objects.stream().filter(predicate);
  }

  @Override
  public Optional<P> get(ResourceID id) {
    return objects.stream().filter(id::isSameResource).findFirst();
  }

  @Override
  public Stream<ResourceID> keys() {
    return objects.stream().map(ResourceID::fromResource);
  }

  @Override
  public List<P> byIndex(String index, String key) {
    throw new UnsupportedOperationException("not by index");
  }

  @Override
  public void addIndexers(Map<String, Function<P, List<String>>> indexers) {
    throw new UnsupportedOperationException("not by index");
  }
}
