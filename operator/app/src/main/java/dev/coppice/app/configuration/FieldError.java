package dev.coppice.app.configuration;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * One thing that is wrong with a configuration, worded like the field errors of Kubernetes.
 *
 * @param path of the key, from the root of the file
 * @param problem what is wrong, beginning with its class
 */
public record FieldError(String path, String problem) {

  static FieldError required(String path, String detail) {
    return new FieldError(path, "Required value: " + detail);
  }

  static FieldError invalid(String path, Object value, String detail) {
    return new FieldError(path, "Invalid value: " + quoted(value) + ": " + detail);
  }

  static FieldError notSupported(String path, Object value, Collection<String> supported) {
    String values =
        supported.stream().sorted().map(FieldError::quoted).collect(Collectors.joining(", "));
    return new FieldError(
        path, "Unsupported value: " + quoted(value) + ": supported values: " + values);
  }

  static FieldError duplicate(String path, Object value) {
    return new FieldError(path, "Duplicate value: " + quoted(value));
  }

  static FieldError forbidden(String path, String detail) {
    return new FieldError(path, "Forbidden: " + detail);
  }

  private static String quoted(Object value) {
    return value instanceof CharSequence ? "\"" + value + "\"" : String.valueOf(value);
  }

  @Override
  public String toString() {
    return path + ": " + problem;
  }
}
