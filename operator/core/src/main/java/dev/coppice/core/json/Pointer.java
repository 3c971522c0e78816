package dev.coppice.core.json;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** JSON pointers (RFC 6901), which name a value in an object. */
public final class Pointer {

  // Of the steps, the first is empty.
  private static final int DEPTH = 3;
  private static final int METADATA_DEPTH = 4;

  private static final Pattern NUMBER = Pattern.compile("/\\d+(?=/|$)");

  private Pointer() {}

  /** The member of that name; keys of labels and annotations have slashes in them. */
  public static String child(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /**
   * The field of an object that holds a value: a key of its labels or annotations, or a member of
   * its specification or status.
   */
  public static String field(String path) {
    List<String> steps = List.of(path.split("/", -1));
    int depth = path.startsWith("/metadata/") ? METADATA_DEPTH : DEPTH;
    return String.join("/", steps.subList(0, Math.min(depth, steps.size())));
  }

  /** The same with {@code *} in place of the number of each item of a list. */
  public static String anyItem(String path) {
    return NUMBER.matcher(path).replaceAll("/*");
  }

  /** The steps from a value to one in it. */
  public static List<String> steps(String path) {
    return path.isEmpty()
        ? List.of()
        : Stream.of(path.substring(1).split("/", -1))
            .map(step -> step.replace("~1", "/").replace("~0", "~"))
            .toList();
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
