package dev.coppice.kube.cache;

import dev.coppice.api.Labels;
import dev.coppice.core.object.Relatives;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How a primary and the objects of another kind that its decisions read find each other: by keys
 * that both sides derive from names and labels. Those that belong together have a key in common. By
 * label and not by owner: what a dead owner left stands in the way of the new one of its name,
 * which must hear when it goes.
 */
public final class Relation {

  private final Function<HasMetadata, Set<IndexKey>> ofPrimary;
  private final Function<HasMetadata, Set<IndexKey>> ofOther;
  private final Predicate<HasMetadata> shown;

  private Relation(
      Function<HasMetadata, Set<IndexKey>> ofPrimary,
      Function<HasMetadata, Set<IndexKey>> ofOther,
      Predicate<HasMetadata> shown) {
    this.ofPrimary = ofPrimary;
    this.ofOther = ofOther;
    this.shown = shown;
  }

  /** Objects that the operator made, and that name the primary in this label. */
  public static Relation naming(String label) {
    return new Relation(name(label), values(label, label), Relation::isOurs);
  }

  /** Objects that the primary names in one of these labels. */
  public static Relation namedIn(String... labels) {
    return new Relation(values(labels[0], labels), name(labels[0]), object -> true);
  }

  /** Objects of another kind that the operator made for the same replica of a set. */
  public static Relation sameSetReplica() {
    return new Relation(Relation::setReplica, Relation::setReplica, Relation::isOurs);
  }

  /** Objects of the primary's own kind in the same replica of a set. */
  public static Relation siblings() {
    return new Relation(Relation::setReplica, Relation::setReplica, object -> true);
  }

  /** Whether the operator made the object. */
  static boolean isOurs(HasMetadata object) {
    return Relatives.label(object, Labels.MANAGED_BY).filter(Labels.MANAGER::equals).isPresent();
  }

  Set<IndexKey> ofPrimary(HasMetadata primary) {
    return ofPrimary.apply(primary);
  }

  Set<IndexKey> ofOther(HasMetadata other) {
    return ofOther.apply(other);
  }

  boolean shows(HasMetadata other) {
    return shown.test(other);
  }

  private static Function<HasMetadata, Set<IndexKey>> name(String label) {
    return object -> Set.of(IndexKey.of(label, object, object.getMetadata().getName()));
  }

  private static Function<HasMetadata, Set<IndexKey>> values(String keyLabel, String... labels) {
    List<String> all = List.of(labels);
    return object ->
        all.stream()
            .flatMap(label -> Relatives.label(object, label).stream())
            .map(value -> IndexKey.of(keyLabel, object, value))
            .collect(Collectors.toUnmodifiableSet());
  }

  private static Set<IndexKey> setReplica(HasMetadata object) {
    return Relatives.label(object, Labels.SET_REPLICA_INDEX)
        .flatMap(replica -> Relatives.label(object, Labels.PART_OF).map(set -> set + "/" + replica))
        .map(value -> Set.of(IndexKey.of(Labels.SET_REPLICA_INDEX, object, value)))
        .orElse(Set.of());
  }
}
