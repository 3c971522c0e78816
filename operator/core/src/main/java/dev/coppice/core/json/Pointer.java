package dev.coppice.core.json;

/** JSON pointers (RFC 6901), which name a value in an object. */
public final class Pointer {

  private Pointer() {}

  /** The member of that name; keys of labels and annotations have slashes in them. */
  public static String child(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /** Whether one of two values holds the other, or both are the same. */
  public static boolean overlap(String one, String other) {
    return holds(one, other) || holds(other, one);
  }

  /** Whether a value is the other one or holds it. */
  public static boolean holds(String outer, String inner) {
    return inner.equals(outer) || inner.startsWith(outer + "/");
  }
}
