package dev.coppice.core.admission.field;

/**
 * Where in an object something stands, such as {@code spec.template.cliques[2].name}.
 *
 * @param text the path as users read it; empty for the object itself
 */
public record FieldPath(String text) {

  /** The object itself. */
  public static final FieldPath ROOT = new FieldPath("");

  /** The path of fields from the object on, such as {@code of("spec", "replicas")}. */
  public static FieldPath of(String... names) {
    return new FieldPath(String.join(".", names));
  }

  /** A field of what stands here. */
  public FieldPath child(String name) {
    return new FieldPath(text.isEmpty() ? name : text + "." + name);
  }

  /** An element of the list that stands here. */
  public FieldPath index(int index) {
    return new FieldPath(text + "[" + index + "]");
  }

  /** An entry of the map that stands here. */
  public FieldPath key(String key) {
    return new FieldPath(text + "[" + key + "]");
  }

  @Override
  public String toString() {
    return text;
  }
}
