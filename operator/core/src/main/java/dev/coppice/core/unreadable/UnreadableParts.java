package dev.coppice.core.unreadable;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What cannot be read of the tree that a primary belongs to: itself, what it controls, what
 * controls it, and what that controls beside it. While there is any, nobody knows what is there and
 * what is asked for, so nothing is made, changed or deleted.
 *
 * <p>Who belongs to the tree is told by UIDs alone: what merely bears its labels has no effect, and
 * is left out of the view. What is in no namespace is shared by many, who bear it as it is.
 *
 * @param seen the snapshot with whatever cannot be read
 * @param parts what cannot be read of the tree: the primary first, then by kind and name
 * @param rest the snapshot without what has no effect because it cannot be read
 * @param <P> the kind of the primary
 */
public record UnreadableParts<P extends HasMetadata>(
    Snapshot<P> seen, List<HasMetadata> parts, Snapshot<P> rest) {

  private static final Comparator<HasMetadata> BY_NAME =
      Comparator.comparing((HasMetadata object) -> object.getKind())
          .thenComparing(object -> object.getMetadata().getName());

  public UnreadableParts {
    parts = List.copyOf(parts);
  }

  /** Those of a snapshot. */
  public static <P extends HasMetadata> UnreadableParts<P> of(Snapshot<P> snapshot) {
    return of(snapshot, _ -> false);
  }

  /**
   * The same where decisions read other parts of the tree without what stands between.
   *
   * @param belongs tells such a part, of those whose controller is not in view
   */
  public static <P extends HasMetadata> UnreadableParts<P> of(
      Snapshot<P> snapshot, Predicate<HasMetadata> belongs) {
    boolean self = isUnreadable(snapshot.primary());
    List<HasMetadata> others =
        snapshot.observed().all().filter(UnreadableParts::isUnreadable).toList();
    if (!self && others.isEmpty()) {
      return new UnreadableParts<>(snapshot, List.of(), snapshot);
    }
    Tree tree = Tree.of(snapshot);
    return new UnreadableParts<>(
        snapshot,
        Stream.concat(
                self ? Stream.of(snapshot.primary()) : Stream.<HasMetadata>empty(),
                others.stream()
                    .filter(UnreadableParts::isNamespaced)
                    .filter(object -> tree.holds(object) || belongs.test(object))
                    .sorted(BY_NAME))
            .toList(),
        snapshot.hiding(
            others.stream()
                .filter(UnreadableParts::isNamespaced)
                .map(ObjectKey::of)
                .collect(Collectors.toSet())));
  }

  /** Whether everything can be read that decisions rest on. */
  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Those of one kind. */
  public <T extends HasMetadata> Stream<T> parts(Class<T> type) {
    return parts.stream().filter(type::isInstance).map(type::cast);
  }

  /** Whether the primary itself cannot be read. */
  boolean isPrimary() {
    return !parts.isEmpty() && isUnreadable(seen.primary());
  }

  /** Whether it is the primary or something below it, rather than above or beside it. */
  boolean isOwn() {
    Tree below = Tree.below(seen);
    return parts.stream().anyMatch(below::holds);
  }

  private static boolean isUnreadable(HasMetadata object) {
    return Unreadable.of(object).isPresent();
  }

  private static boolean isNamespaced(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return namespace != null && !namespace.isEmpty();
  }

  /**
   * Some UIDs, with all that those have below them.
   *
   * @param roots the UIDs
   * @param byUid what is in view
   */
  private record Tree(Set<String> roots, Map<String, HasMetadata> byUid) {

    /** No chain of owners of ours is longer. */
    private static final int LONGEST_CHAIN = 8;

    static Tree below(Snapshot<?> snapshot) {
      return new Tree(Set.of(snapshot.primary().getMetadata().getUid()), byUid(snapshot));
    }

    static Tree of(Snapshot<?> snapshot) {
      Map<String, HasMetadata> byUid = byUid(snapshot);
      Set<String> roots = new HashSet<>();
      roots.add(snapshot.primary().getMetadata().getUid());
      HasMetadata at = snapshot.primary();
      for (int steps = 0; at != null && steps < LONGEST_CHAIN; steps++) {
        Optional<String> owner = Ownership.controller(at).map(OwnerReference::getUid);
        owner.ifPresent(roots::add);
        at = above(byUid, owner);
      }
      return new Tree(roots, byUid);
    }

    private static Map<String, HasMetadata> byUid(Snapshot<?> snapshot) {
      Map<String, HasMetadata> byUid = new HashMap<>();
      snapshot.observed().all().forEach(object -> byUid.put(object.getMetadata().getUid(), object));
      return byUid;
    }

    private static @Nullable HasMetadata above(
        Map<String, HasMetadata> byUid, Optional<String> owner) {
      return owner.map(byUid::get).orElse(null);
    }

    boolean holds(HasMetadata object) {
      HasMetadata at = object;
      for (int steps = 0; at != null && steps < LONGEST_CHAIN; steps++) {
        if (roots.contains(at.getMetadata().getUid())) {
          return true;
        }
        Optional<String> owner = Ownership.controller(at).map(OwnerReference::getUid);
        if (owner.filter(roots::contains).isPresent()) {
          return true;
        }
        at = above(byUid, owner);
      }
      return false;
    }
  }
}
