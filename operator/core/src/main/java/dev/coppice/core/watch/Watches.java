package dev.coppice.core.watch;

import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the decisions about one kind read beside the object itself. It says both what a reconcile is
 * shown and what wakes it, so that nothing is read that is not watched.
 *
 * @param <P> the kind that the decisions are about
 */
public interface Watches<P extends HasMetadata> {

  /** The kinds that are read; the own kind among them where siblings are. */
  Set<Class<? extends HasMetadata>> kinds();

  /** Whether decisions about the primary can read this other object. */
  boolean relates(P primary, HasMetadata other);

  /** Whether anything is ever decided about an object of the kind. */
  default boolean concerns(P primary) {
    return true;
  }

  /** Whether a decision can read the difference between two versions of such an object. */
  boolean changed(HasMetadata now, HasMetadata before);

  /**
   * The same of versions of which one may be unreadable: decisions read that, and why, and nothing
   * else of it.
   */
  default boolean differ(HasMetadata now, HasMetadata before) {
    Optional<Unreadable> after = Unreadable.of(now);
    Optional<Unreadable> old = Unreadable.of(before);
    if (after.isEmpty() && old.isEmpty()) {
      return changed(now, before);
    }
    return !after.equals(old) || Changes.ofRequest(now, before);
  }

  /**
   * Whether decisions about one of the primaries that read the object can read the difference, too.
   */
  default boolean reaches(P primary, HasMetadata now, HasMetadata before) {
    return true;
  }

  /**
   * Whether the difference is news to all primaries that read it, even when a reconcile over one of
   * them made it, or has been answered with a version that is newer still.
   *
   * @param before null of an object that has just come
   */
  default boolean isOfOthers(HasMetadata now, @Nullable HasMetadata before) {
    return false;
  }
}
