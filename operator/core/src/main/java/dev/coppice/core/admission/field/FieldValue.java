package dev.coppice.core.admission.field;

import dev.coppice.core.json.ModelJson;
import org.jspecify.annotations.Nullable;

/**
 * How values stand in field errors: texts in quotes, numbers and switches bare, the rest as JSON.
 */
final class FieldValue {

  private FieldValue() {}

  static String render(@Nullable Object value) {
    return switch (value) {
      // Kubernetes quotes it too.
      case null -> quote("null");
      case CharSequence text -> quote(text.toString());
      case Number number -> number.toString();
      case Boolean bool -> bool.toString();
      default -> ModelJson.text(value);
    };
  }

  /** The text as Go's {@code %q} writes it. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(character -> append(quoted, character));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, int character) {
    switch (character) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case 0x07 -> quoted.append("\\a");
      case '\b' -> quoted.append("\\b");
      case '\f' -> quoted.append("\\f");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      case 0x0B -> quoted.append("\\v");
      default -> {
        if (isPrintable(character)) {
          quoted.appendCodePoint(character);
        } else if (character < 0x80) {
          quoted.append("\\x%02x".formatted(character));
        } else if (isHalf(character)) {
          quoted.append("\\ufffd");
        } else {
          quoted.append((character < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(character));
        }
      }
    }
  }

  private static boolean isHalf(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }

  /** Letters, marks, numbers, punctuation and symbols, and of all the spaces the plain one. */
  private static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      case Character.SPACE_SEPARATOR -> character == ' ';
      default -> true;
    };
  }
}
