package dev.coppice.core.status;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

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

  /** A message of so many characters at most; it is never cut within a character. */
  public static String shortened(String message, int longest) {
    if (message.length() <= longest) {
      return message;
    }
    int end = longest - 1;
    boolean splits = Character.isHighSurrogate(message.charAt(end - 1));
    return message.substring(0, splits ? end - 1 : end) + "…";
  }
}
