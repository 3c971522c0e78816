package dev.coppice.controllers.clique;

import dev.coppice.api.clique.PodClique;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A cache of PodCliques that never changes. */
final class FixedCache implements IndexerResourceCache<PodClique> {

  private final List<PodClique> cliques;

  FixedCache(PodClique... cliques) {
    this.cliques = List.of(cliques);
  }

  @Override
  public Stream<PodClique> list(String namespace, Predicate<PodClique> predicate) {
    return list(predicate.and(clique -> namespace.equals(clique.getMetadata().getNamespace())));
  }

  @Override
  public Stream<PodClique> list(Predicate<PodClique> predicate) {
    return cliques.stream().filter(predicate);
  }

  @Override
  public Optional<PodClique> get(ResourceID id) {
    return cliques.stream().filter(id::isSameResource).findFirst();
  }

  @Override
  public Stream<ResourceID> keys() {
    return cliques.stream().map(ResourceID::fromResource);
  }

  @Override
  public List<PodClique> byIndex(String index, String key) {
    throw new UnsupportedOperationException("not by index");
  }

  @Override
  public void addIndexers(Map<String, Function<PodClique, List<String>>> indexers) {
    throw new UnsupportedOperationException("not by index");
  }
}
