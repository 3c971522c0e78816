package dev.coppice.kube.cache;

import dev.coppice.core.watch.Watches;
import dev.coppice.kube.cache.Relation.Between;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds in the caches what decisions about a primary read, and the primaries whose decisions read
 * an object. The {@link Watches} says who reads what; the relations only find candidates without a
 * walk over a namespace. Safe for use by many threads.
 *
 * @param <P> the kind that the decisions are about
 */
public final class RelatedObjects<P extends HasMetadata> {

  private final Class<P> type;
  private final Watches<P> watches;
  private final Map<Class<? extends HasMetadata>, Relation> relations;
  private final Caches caches;

  /**
   * Has the caches index what is looked for. Called before they are filled.
   *
   * @param relations how objects of each kind that is watched are found
   */
  public RelatedObjects(
      Class<P> type,
      Watches<P> watches,
      Map<Class<? extends HasMetadata>, Relation> relations,
      Caches caches) {
    if (!relations.keySet().equals(watches.kinds())) {
      throw new IllegalArgumentException(
          "%s reads %s and finds %s"
              .formatted(type.getSimpleName(), watches.kinds(), relations.keySet()));
    }
    this.type = type;
    this.watches = watches;
    this.relations = Map.copyOf(relations);
    this.caches = caches;
    relations.forEach((kind, relation) -> {
      caches.of(type).index(relation::ofPrimary);
      caches.of(kind).index(relation::ofOther);
      relation
          .between()
          .ifPresent(between -> {
            caches.of(between.kind()).index(between.ofPrimary());
            caches.of(between.kind()).index(between.ofOther());
          });
    });
  }

  /** The kind that the decisions are about. */
  public Class<P> type() {
    return type;
  }

  /** The kinds that decisions read. */
  public Set<Class<? extends HasMetadata>> kinds() {
    return relations.keySet();
  }

  /** The very object that was asked for, as the cache of its kind shows it; empty if it is gone. */
  public Optional<P> current(P primary) {
    return caches.of(type).current(primary);
  }

  /** All objects that decisions about the primary read. */
  public List<HasMetadata> of(P primary) {
    return relations.entrySet().stream()
        .<HasMetadata>flatMap(related -> {
          Relation relation = related.getValue();
          ObjectStore<? extends HasMetadata> store = caches.of(related.getKey());
          Collection<? extends HasMetadata> found =
              store.find(toOther(relation, relation.ofPrimary(primary)));
          return relation
              .chain()
              .<Collection<? extends HasMetadata>>map(chain -> along(store, found, chain.up()))
              .orElse(found)
              .stream()
              .filter(relation::shows);
        })
        .filter(other -> watches.relates(primary, other))
        .toList();
  }

  // Objects may name one another in a circle.
  private static Collection<HasMetadata> along(
      ObjectStore<? extends HasMetadata> store,
      Collection<? extends HasMetadata> from,
      Function<HasMetadata, Set<IndexKey>> next) {
    Map<String, HasMetadata> found = new LinkedHashMap<>();
    Collection<? extends HasMetadata> reached = from;
    while (!reached.isEmpty()) {
      Set<IndexKey> keys = new HashSet<>();
      for (HasMetadata object : reached) {
        if (found.putIfAbsent(object.getMetadata().getName(), object) == null) {
          keys.addAll(next.apply(object));
        }
      }
      reached = keys.isEmpty() ? List.of() : store.find(keys);
    }
    return found.values();
  }

  private Set<IndexKey> toOther(Relation relation, Set<IndexKey> keys) {
    return relation.between().map(b -> across(b, keys, b.ofOther())).orElse(keys);
  }

  private Set<IndexKey> toPrimary(Relation relation, Set<IndexKey> keys) {
    return relation.between().map(b -> across(b, keys, b.ofPrimary())).orElse(keys);
  }

  private Set<IndexKey> across(
      Between between, Set<IndexKey> keys, Function<HasMetadata, Set<IndexKey>> beyond) {
    return caches.of(between.kind()).find(keys).stream()
        .flatMap(object -> beyond.apply(object).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether anything is ever decided about an object of the kind. */
  public boolean concern(P primary) {
    return watches.concerns(primary);
  }

  /** Whether a difference is news to all who read it, whoever made it. */
  public boolean isOfOthers(HasMetadata now, @Nullable HasMetadata before) {
    return watches.isOfOthers(now, before);
  }

  /** The primaries whose decisions read the difference between two versions of an object. */
  public Set<ResourceID> readersOf(HasMetadata now, HasMetadata before) {
    return watches.differ(now, before)
        ? Stream.concat(primaries(before), primaries(now))
            .filter(primary -> watches.reaches(primary, now, before))
            .map(ResourceID::fromResource)
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  /** The primaries whose decisions read an object that has come or gone. */
  public Set<ResourceID> readersOf(HasMetadata object) {
    return primaries(object).map(ResourceID::fromResource).collect(Collectors.toUnmodifiableSet());
  }

  private Stream<P> primaries(HasMetadata object) {
    Relation relation = relations.get(object.getClass());
    return relation == null || !relation.shows(object)
        ? Stream.empty()
        : caches.of(type).find(toPrimary(relation, keysOf(relation, object))).stream()
            .filter(primary -> watches.relates(primary, object));
  }

  private Set<IndexKey> keysOf(Relation relation, HasMetadata object) {
    return relation
        .chain()
        .map(chain ->
            along(caches.of(object.getClass()), List.of(object), chain.down()).stream()
                .flatMap(below -> relation.ofOther(below).stream())
                .collect(Collectors.toUnmodifiableSet()))
        .orElseGet(() -> relation.ofOther(object));
  }
}
