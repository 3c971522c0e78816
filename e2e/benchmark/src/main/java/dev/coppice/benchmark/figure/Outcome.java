package dev.coppice.benchmark.figure;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** What became of the attempt to measure a figure. */
public sealed interface Outcome {

  /**
   * There is a value.
   *
   * @param value in the figure's unit
   * @param note what else is worth knowing about it; may be empty
   */
  record Measured(double value, String note) implements Outcome {}

  /** There is none, and this is why. */
  record NotMeasured(String reason) implements Outcome {}

  /** A single value. */
  static Outcome of(double value) {
    return new Measured(value, "");
  }

  /** A single value and a remark. */
  static Outcome of(double value, String note) {
    return new Measured(value, note);
  }

  /** No value. */
  static Outcome none(String reason) {
    return new NotMeasured(reason);
  }

  /** No value, because the attempt failed; a client's own message rarely says why. */
  static Outcome failed(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return none("%s (%s)".formatted(failure.getMessage(), root));
  }

  /** The median of several values, which the note lists. */
  static Outcome median(List<Double> values) {
    return of(Median.of(values), values.size() == 1 ? "" : "of " + list(values, "%.2f"::formatted));
  }

  /** The median of several lengths of time in seconds. */
  static Outcome medianSeconds(List<Duration> times) {
    return median(times.stream().map(Outcome::seconds).toList());
  }

  /** A length of time in seconds. */
  static double seconds(Duration time) {
    return time.toMillis() / 1_000.0;
  }

  private static String list(List<Double> values, DoubleFunction<String> format) {
    return values.stream()
        .map(format::apply)
        .collect(Collectors.joining(", "))
        .toLowerCase(Locale.ROOT);
  }
}
