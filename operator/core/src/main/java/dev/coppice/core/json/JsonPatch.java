package dev.coppice.core.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;

/** Builds RFC 6902 operations. */
public final class JsonPatch {

  private final ArrayNode operations = JsonNodeFactory.instance.arrayNode();

  private JsonPatch() {}

  /** No operations yet. */
  public static JsonPatch create() {
    return new JsonPatch();
  }

  /** Fails the whole patch unless the value stands there. */
  public JsonPatch test(String path, Object value) {
    return operation("test", path, value);
  }

  /**
   * Fails the whole patch if a value stands there. It is a test for null, which the API server
   * takes so.
   */
  public JsonPatch testAbsent(String path) {
    operations.addObject().put("op", "test").put("path", path).putNull("value");
    return this;
  }

  /** Sets a member, whether or not it was there; inserts into a list. */
  public JsonPatch add(String path, Object value) {
    return operation("add", path, value);
  }

  /** Changes what is there. */
  public JsonPatch replace(String path, Object value) {
    return operation("replace", path, value);
  }

  /** Takes away what is there. */
  public JsonPatch remove(String path) {
    operations.addObject().put("op", "remove").put("path", path);
    return this;
  }

  /**
   * Sets a member of which the value in view lacks something, or takes it away when nothing is
   * wanted. What others have filled in beside what is wanted stays.
   */
  public JsonPatch sync(String path, @Nullable Object seen, @Nullable Object wanted) {
    if (wanted == null) {
      return seen == null ? this : remove(path);
    }
    return wanted.equals(seen) || Containment.holds(path, wanted, seen) ? this : add(path, wanted);
  }

  /** Goes on with the operations of another patch. */
  public JsonPatch and(JsonPatch other) {
    operations.addAll(other.operations());
    return this;
  }

  /** Whether there is nothing to change; tests alone change nothing. */
  public boolean isEmpty() {
    for (var operation : operations) {
      if (!operation.path("op").asText().equals("test")) {
        return false;
      }
    }
    return true;
  }

  /** The operations. */
  public ArrayNode operations() {
    return operations.deepCopy();
  }

  private JsonPatch operation(String op, String path, Object value) {
    operations.addObject().put("op", op).put("path", path).set("value", ModelJson.tree(value));
    return this;
  }
}
