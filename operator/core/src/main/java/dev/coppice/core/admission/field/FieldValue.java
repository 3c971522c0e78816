package dev.coppice.core.admission.field;

import dev.coppice.core.json.ModelJson;
import dev.coppice.core.status.Words;
import org.jspecify.annotations.Nullable;

/**
 * How values stand in field errors: texts in quotes, numbers and switches bare, the rest as JSON.
 * Each is cut at {@link Words#LONGEST_QUOTE} characters, and none is written further than that.
 */
final class FieldValue {

  private FieldValue() {}

  /**
   * A value as far as it is told: nothing of the object that it comes from is held or compared.
   *
   * @param text as it stands in a field error
   */
  private record Told(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** The value as far as it is told. */
  static @Nullable Object told(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case CharSequence text -> Words.quote(text.toString());
      case Integer _, Long _, Boolean _, Told _ -> value;
      case Number number -> new Told(Words.quote(number.toString()));
      default -> new Told(ModelJson.text(value, Words.LONGEST_QUOTE));
    };
  }

  static String render(@Nullable Object value) {
    return switch (told(value)) {
      // Kubernetes quotes it too.
      case null -> quote("null");
      case String text -> quote(text);
      case Object bare -> bare.toString();
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
