package dev.coppice.core.time;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The notation of Kubernetes for lengths of time, which is that of Go: {@code 4h}, {@code 1m30s},
 * {@code 1.5s}, {@code -250ms}. Error texts are Go's, because users of Kubernetes know them.
 */
public final class GoDuration {

  /** The most characters that are read: no length of time that anyone means has more. */
  public static final int LONGEST = 64;

  private static final long MICROSECOND = 1_000L;
  private static final long MILLISECOND = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private static final Duration MOST = Duration.ofNanos(Long.MAX_VALUE);
  private static final Duration LEAST = Duration.ofNanos(Long.MIN_VALUE);

  /** Both characters that Unicode has for micro are in use, next to the plain letter. */
  private static final Map<String, Long> UNITS =
      Map.of(
          "ns", 1L,
          "us", MICROSECOND,
          "µs", MICROSECOND,
          "μs", MICROSECOND,
          "ms", MILLISECOND,
          "s", SECOND,
          "m", MINUTE,
          "h", HOUR);

  private static final Map<String, Long> UNITS_WITH_DAYS = withDays();

  private static final Pattern TERM =
      Pattern.compile("(?<number>[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?<unit>[^.0-9]*)");

  private GoDuration() {}

  private static Map<String, Long> withDays() {
    Map<String, Long> units = new HashMap<>(UNITS);
    units.put("d", DAY);
    units.put("w", 7 * DAY);
    return Map.copyOf(units);
  }

  /**
   * Reads a length of time; fractions of a nanosecond are dropped.
   *
   * @throws IllegalArgumentException if the text is no length of time, one beyond 64 bits of
   *     nanoseconds (about 292 years), or longer than {@link #LONGEST}
   */
  public static Duration parse(String text) {
    return parse(text, UNITS);
  }

  /**
   * Reads a length of time that may also have days of 24 hours and weeks, such as {@code 1w2d},
   * which Go does not know.
   *
   * @throws IllegalArgumentException as {@link #parse(String)} does
   */
  public static Duration parseWithDays(String text) {
    return parse(text, UNITS_WITH_DAYS);
  }

  private static Duration parse(String text, Map<String, Long> units) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "time: a duration may not be more than %d characters".formatted(LONGEST));
    }
    boolean negative = text.startsWith("-");
    String magnitude = negative || text.startsWith("+") ? text.substring(1) : text;
    if (magnitude.equals("0")) {
      return Duration.ZERO;
    }
    BigInteger nanoseconds = sumOfTerms(magnitude, text, units);
    BigInteger signed = negative ? nanoseconds.negate() : nanoseconds;
    if (signed.bitLength() >= Long.SIZE) {
      throw invalid(text);
    }
    return Duration.ofNanos(signed.longValue());
  }

  private static BigInteger sumOfTerms(String magnitude, String text, Map<String, Long> units) {
    if (magnitude.isEmpty()) {
      throw invalid(text);
    }
    BigInteger sum = BigInteger.ZERO;
    Matcher term = TERM.matcher(magnitude);
    int end = 0;
    while (end < magnitude.length()) {
      if (!term.region(end, magnitude.length()).lookingAt()) {
        throw invalid(text);
      }
      Long size = units.get(term.group("unit"));
      if (size == null) {
        throw unknown(term.group("unit"), text);
      }
      sum = sum.add(nanoseconds(term.group("number"), size));
      end = term.end();
    }
    return sum;
  }

  private static BigInteger nanoseconds(String number, long unit) {
    return new BigDecimal(number)
        .multiply(BigDecimal.valueOf(unit))
        .setScale(0, RoundingMode.DOWN)
        .toBigInteger();
  }

  private static IllegalArgumentException unknown(String unit, String text) {
    return new IllegalArgumentException(
        unit.isEmpty()
            ? "time: missing unit in duration \"%s\"".formatted(text)
            : "time: unknown unit \"%s\" in duration \"%s\"".formatted(unit, text));
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException("time: invalid duration \"%s\"".formatted(text));
  }

  /**
   * Writes a length of time as Go does, so that what users read back is what other tools show:
   * {@code 1h30m0s}, {@code 1.5s}, {@code 250ms}, {@code 0s}. What Go cannot hold is written as the
   * longest that it can, about 292 years.
   */
  public static String format(Duration duration) {
    long nanoseconds = nanoseconds(duration);
    if (nanoseconds == 0) {
      return "0s";
    }
    String sign = nanoseconds < 0 ? "-" : "";
    BigDecimal magnitude = BigDecimal.valueOf(nanoseconds).abs();
    if (magnitude.compareTo(BigDecimal.valueOf(SECOND)) < 0) {
      return sign + belowOneSecond(magnitude);
    }
    BigInteger whole = magnitude.toBigInteger();
    BigInteger hours = whole.divide(BigInteger.valueOf(HOUR));
    long minutes = whole.mod(BigInteger.valueOf(HOUR)).longValue() / MINUTE;
    String seconds = decimal(magnitude.remainder(BigDecimal.valueOf(MINUTE)), SECOND) + "s";
    if (hours.signum() > 0) {
      return sign + hours + "h" + minutes + "m" + seconds;
    }
    return minutes > 0 ? sign + minutes + "m" + seconds : sign + seconds;
  }

  private static long nanoseconds(Duration duration) {
    if (duration.compareTo(MOST) > 0) {
      return Long.MAX_VALUE;
    }
    return duration.compareTo(LEAST) < 0 ? Long.MIN_VALUE : duration.toNanos();
  }

  /** Writes a length of time without zeros at its end: {@code 10m}, {@code 1h}. */
  public static String brief(Duration duration) {
    String text = format(duration);
    String minutes = text.endsWith("m0s") ? text.substring(0, text.length() - 2) : text;
    return minutes.endsWith("h0m") ? minutes.substring(0, minutes.length() - 2) : minutes;
  }

  private static String belowOneSecond(BigDecimal nanoseconds) {
    if (nanoseconds.compareTo(BigDecimal.valueOf(MICROSECOND)) < 0) {
      return decimal(nanoseconds, 1) + "ns";
    }
    return nanoseconds.compareTo(BigDecimal.valueOf(MILLISECOND)) < 0
        ? decimal(nanoseconds, MICROSECOND) + "µs"
        : decimal(nanoseconds, MILLISECOND) + "ms";
  }

  private static String decimal(BigDecimal nanoseconds, long unit) {
    BigDecimal value = nanoseconds.divide(BigDecimal.valueOf(unit)).stripTrailingZeros();
    return value.toPlainString();
  }
}
