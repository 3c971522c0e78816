package dev.coppice.core.status;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Numbers, times and quotations as messages have them. */
public final class Words {

  /** How much somebody else's own words may add to a message. */
  public static final int LONGEST_QUOTE = 256;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ssX").withZone(ZoneOffset.UTC);

  private Words() {}

  /** An instant of today, such as {@code 12:03:10Z}. */
  public static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** A number of things, such as "1 pod" and "2 pods". */
  public static String count(int amount, String noun) {
    return amount + " " + noun + (amount == 1 ? "" : "s");
  }

  /** What somebody else said, as far as it fits into a message. */
  public static String quote(String message) {
    return shortened(message, LONGEST_QUOTE);
  }

  /**
   * A sentence with names and values filled in, as {@link String#format} does. What others have
   * written is quoted as far as it fits: a sentence is as short as its author thought it.
   */
  public static String sentence(String pattern, @Nullable Object... filled) {
    return pattern.formatted(Arrays.stream(filled).map(Words::quoted).toArray());
  }

  private static @Nullable Object quoted(@Nullable Object value) {
    return value instanceof CharSequence text ? quote(text.toString()) : value;
  }

  /** Names with commas between them, as far as they fit into a message. */
  public static String list(Iterable<String> names) {
    StringJoiner list = new StringJoiner(", ");
    for (String name : names) {
      list.add(quote(String.valueOf(name)));
      if (list.length() > 2 * LONGEST_QUOTE) {
        break; // even of characters that take two places there are too many
      }
    }
    return quote(list.toString());
  }

  /**
   * A message of so many characters at most, counted as Kubernetes does, by code points; it is
   * never cut within one.
   */
  public static String shortened(String message, int longest) {
    if (message.length() <= longest || hasAtMost(longest, message)) {
      return message;
    }
    return message.substring(0, message.offsetByCodePoints(0, longest - 1)) + "…";
  }

  private static boolean hasAtMost(int longest, String message) {
    return message.length() <= 2 * longest
        && message.codePointCount(0, message.length()) <= longest;
  }
}
