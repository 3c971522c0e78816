package dev.coppice.fuzz;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Values that cost more than they look, or that are not what is due, as JSON text: no tree could
 * hold some of them.
 */
final class HostileValue {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "2147483647",
          "2147483648",
          "-2147483649",
          "9223372036854775807",
          "9223372036854775808",
          "99999999999999999999999999",
          "1e308",
          "1e999",
          "1E-999999999",
          "0.1e-300",
          "1000000000");

  private static final List<String> QUANTITIES =
      List.of(
          "1e999999999",
          "1e-999999999",
          "1e40000000",
          "9223372036854775807",
          "9223372036854775808",
          "9223372036854775807E",
          "8Ei",
          "1n",
          "0.0000000001",
          "-5",
          "+.5",
          "5.",
          "1Ki1",
          "1".repeat(41),
          "1".repeat(100_000),
          "\\u0663");

  private static final List<String> WORDS =
      List.of(
          "",
          " ",
          "999999999999999999h",
          "1h".repeat(5_000),
          "-1s",
          "0-2000000000",
          "0,1-2,".repeat(2_000),
          "2x2x99999999999",
          "99999999999999999999",
          "2026-01-01T00:00:00Z",
          "+999999999-12-31T23:59:59.999999999Z",
          "9999-99-99T99:99:99Z",
          "\\u0000",
          "\\ud800",
          "\\udc00\\ud800",
          "\\u202e\\u0007\\n\\r",
          "%s%n${x}{{y}}~0~1",
          "../../a/b",
          "a/b/c",
          "metadata.uid",
          "{\\\"a\\\":1}");

  /** Names whose hash codes are equal, in any combination of these. */
  private static final List<String> COLLIDING = List.of("Aa", "BB");

  private static final List<Integer> DEPTHS = List.of(60, 130, 260, 1_001, 5_000, 9_900);
  private static final List<Integer> COUNTS = List.of(10, 1_000, 30_000, 120_000, 420_000);
  private static final List<Integer> LENGTHS = List.of(64, 257, 5_000, 64 << 10, 300 << 10);

  private HostileValue() {}

  /** One of all sorts. */
  static String of(Random random) {
    return switch (random.nextInt(12)) {
      case 0, 1 -> pick(NUMBERS, random);
      case 2, 3 -> quoted(pick(QUANTITIES, random));
      case 4, 5 -> quoted(pick(WORDS, random));
      case 6 ->
          quoted(pick(List.of("x", "\\u0007", "\\\"", "é", "𝄞"), random).repeat(length(random)));
      case 7 ->
          pick(List.of("null", "{}", "[]", "true", "[null]", "{\"\":null}", "[[],{}]"), random);
      case 8 -> nested(pick(DEPTHS, random), random);
      case 9 -> many(pick(COUNTS, random), random);
      case 10 -> keys(random);
      default -> "{%s:%s}".formatted(key(random), pick(NUMBERS, random));
    };
  }

  /** A name for a field, in quotes. */
  static String key(Random random) {
    return quoted(
        switch (random.nextInt(6)) {
          case 0 -> "";
          case 1 -> "k".repeat(length(random));
          case 2 -> collisions(12, random);
          case 3 -> "a.b[0]/c~d\\u0000";
          case 4 -> pick(List.of("limits", "requests", "overhead", "divisor", "sizeLimit"), random);
          default -> pick(List.of("apiVersion", "kind", "metadata", "spec", "uid"), random);
        });
  }

  private static int length(Random random) {
    return pick(LENGTHS, random) / 6;
  }

  private static String nested(int depth, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> "[".repeat(depth) + "]".repeat(depth);
      case 1 -> "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
      default -> "[{\"a\":".repeat(depth / 2) + "[]" + "}]".repeat(depth / 2);
    };
  }

  private static String many(int count, Random random) {
    String item = pick(List.of("{}", "[]", "0", "null", "\"\""), random);
    return "[" + (item + ",").repeat(count - 1) + item + "]";
  }

  private static String keys(Random random) {
    int count = pick(List.of(100, 5_000, 40_000), random);
    boolean collide = random.nextBoolean();
    return IntStream.range(0, count)
        .mapToObj(number -> collide ? collisions(16, random) : "k" + number)
        .map(name -> quoted(name) + ":" + (random.nextInt(4) == 0 ? "null" : "1"))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String collisions(int parts, Random random) {
    return Stream.generate(() -> pick(COLLIDING, random))
        .limit(parts)
        .collect(Collectors.joining());
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  static <T> T pick(List<T> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }
}
