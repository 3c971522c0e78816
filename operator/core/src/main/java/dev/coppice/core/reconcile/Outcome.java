package dev.coppice.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the API server said to one action. */
public sealed interface Outcome {

  /** Accepted; the object as answered. */
  record Done(HasMetadata object) implements Outcome {}

  /**
   * A delete was accepted, by UID.
   *
   * @param remaining the object with its deletionTimestamp; null when it is gone already
   */
  record Deleted(@Nullable HasMetadata remaining) implements Outcome {}

  /** A delete found nothing of that name (404): somebody else was faster. */
  record AlreadyGone() implements Outcome {}

  /** A live read was answered; what is not in the list does not exist. */
  record Found(List<HasMetadata> objects) implements Outcome {
    public Found {
      objects = List.copyOf(objects);
    }
  }

  /** A create with {@code dryRun} was answered. */
  record Tried(Trial trial) implements Outcome {}

  /** A create met an object of that name (409 AlreadyExists), which was then read. */
  record AlreadyExists(HasMetadata object) implements Outcome {}

  /** The object is not as it was seen (409 Conflict, or a failed {@code test} of a JSON patch). */
  record Conflict() implements Outcome {}

  /** The object is gone (404). */
  record NotFound() implements Outcome {}

  /**
   * The API server will not do it now (403, 422, 429, 5xx and other errors).
   *
   * @param status HTTP status
   * @param message the server's own words
   */
  record Refused(int status, String message) implements Outcome {}

  /**
   * The API server will make nothing in this namespace any more, because it is being deleted (403
   * with the cause {@code NamespaceTerminating}).
   *
   * @param message the server's own words
   */
  record NamespaceTerminating(String message) implements Outcome {}

  /** Nobody knows whether it happened: the connection was lost or the time ran out. */
  record Unknown(String message) implements Outcome {}

  /**
   * Not started, because of what came of another action: a create of the same kind was refused, the
   * namespace is being deleted, or an answer was lost.
   */
  record Skipped() implements Outcome {}
}
