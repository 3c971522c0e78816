package dev.coppice.core.admission.protection;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Set;

/**
 * A write to an object that bears the label of the operator.
 *
 * @param user who writes
 * @param groups the groups of the user
 * @param operation what is done
 * @param kind the kind of the object
 * @param namespace its namespace
 * @param metadata of the new object when one is created, otherwise of the one that is there: what a
 *     write takes away protects still
 */
public record ProtectedWrite(
    String user,
    Set<String> groups,
    Operation operation,
    String kind,
    String namespace,
    ObjectMeta metadata) {

  /** What can be done to an object. */
  public enum Operation {
    /** A new object. */
    CREATE,
    /** An object is changed. */
    UPDATE,
    /** An object is deleted. */
    DELETE,
    /** A connection to what an object stands for. */
    CONNECT
  }

  /** Keeps a copy. */
  public ProtectedWrite {
    groups = Set.copyOf(groups);
  }
}
