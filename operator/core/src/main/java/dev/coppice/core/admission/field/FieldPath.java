package dev.coppice.core.admission.field;

import dev.coppice.core.status.Words;

/**
 * Where in an object something stands, such as {@code spec.template.cliques[2].name}. Names and
 * keys may be anybody's: each is cut where it is longer than a value in a message, and the path
 * where nobody would read on.
 *
 * @param text the path as users read it; empty for the object itself
 */
public record FieldPath(String text) {

  /** The object itself. */
  public static final FieldPath ROOT = new FieldPath("");

  private static final int LONGEST = 1024;

  /** Cuts what is too long. */
  public FieldPath {
    text = Words.shortened(text, LONGEST);
  }

  /** The path of fields from the object on, such as {@code of("spec", "replicas")}. */
  public static FieldPath of(String... names) {
    return new FieldPath(String.join(".", names));
  }

  /** A field of what stands here. */
  public FieldPath child(String name) {
    return new FieldPath(text.isEmpty() ? Words.quote(name) : text + "." + Words.quote(name));
  }

  /** An element of the list that stands here. */
  public FieldPath index(int index) {
    return new FieldPath(text + "[" + index + "]");
  }

  /** An entry of the map that stands here. */
  public FieldPath key(String key) {
    return new FieldPath(text + "[" + Words.quote(key) + "]");
  }

  @Override
  public String toString() {
    return text;
  }
}
