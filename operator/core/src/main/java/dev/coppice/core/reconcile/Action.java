package dev.coppice.core.reconcile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call to the API server, as data. The executor makes it and decides nothing. */
public sealed interface Action {

  /** The object that the call is about; for a read the first one asked for. */
  ObjectKey target();

  /** Why the call is made. */
  Purpose purpose();

  /** Whether it only tells of what there is, and no later round acts on it. */
  default boolean tells() {
    return switch (this) {
      case PutStatus put -> !put.intent();
      case Patch patch -> "status".equals(patch.subresource());
      case Create _, Delete _, Read _, Try _ -> false;
    };
  }

  /**
   * Creates an object under a chosen name, so that creating it twice ends in 409.
   *
   * @param object the whole object, with its controller reference
   */
  record Create(HasMetadata object, Purpose purpose) implements Action {
    @Override
    public ObjectKey target() {
      return ObjectKey.of(object);
    }
  }

  /**
   * Changes parts of an object by RFC 6902 JSON patch.
   *
   * @param uid the object that was seen; the executor puts a {@code test} on it in front
   * @param operations the operations, with their own {@code test}s where several writers share a
   *     field
   * @param subresource {@code status}, or null for the object itself
   */
  record Patch(
      ObjectKey target,
      String uid,
      ArrayNode operations,
      @Nullable String subresource,
      Purpose purpose)
      implements Action {}

  /**
   * Deletes an object with Background propagation.
   *
   * @param uid precondition: only this incarnation
   * @param resourceVersion precondition: only as it was seen; null when any state of it may go
   */
  record Delete(ObjectKey target, String uid, @Nullable String resourceVersion, Purpose purpose)
      implements Action {

    /** Deletes an object in whatever state it is by now. */
    public static Delete of(HasMetadata object, Purpose purpose) {
      return new Delete(ObjectKey.of(object), object.getMetadata().getUid(), null, purpose);
    }

    /** Deletes an object only as it was seen. */
    public static Delete asSeen(HasMetadata object, Purpose purpose) {
      return new Delete(
          ObjectKey.of(object),
          object.getMetadata().getUid(),
          object.getMetadata().getResourceVersion(),
          purpose);
    }
  }

  /**
   * Writes {@code /status} under the resourceVersion that the object carries.
   *
   * @param object the object with its new status
   * @param intent true when later rounds act on what is recorded here; such a write stands alone in
   *     its plan
   */
  record PutStatus(HasMetadata object, boolean intent, Purpose purpose) implements Action {
    @Override
    public ObjectKey target() {
      return ObjectKey.of(object);
    }
  }

  /**
   * Asks whether an object would be created, by a create with {@code dryRun}. What comes of it is
   * decided in the next round, and nothing is stored.
   *
   * @param object the whole object, under a name that is free
   * @param place where in the primary what it is made from stands, for whoever has to mend it
   */
  record Try(HasMetadata object, String place, Purpose purpose) implements Action {
    @Override
    public ObjectKey target() {
      return ObjectKey.of(object);
    }
  }

  /**
   * Reads from the API server, past the caches, in the given order. Stands alone in its plan.
   *
   * @param queries what to read; never empty
   */
  record Read(List<LiveRead> queries, Purpose purpose) implements Action {
    public Read {
      queries = List.copyOf(queries);
    }

    @Override
    public ObjectKey target() {
      return queries.getFirst().key();
    }
  }
}
