package dev.coppice.testkit.review;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * What came back.
 *
 * @param latencies from the due instant to the whole answer, in ascending order
 * @param failures what was not answered as it should be
 * @param took all of it
 */
public record Answers(List<Duration> latencies, List<String> failures, Duration took) {

  /** Keeps copies. */
  public Answers {
    latencies = List.copyOf(latencies);
    failures = List.copyOf(failures);
  }

  static Answers of(Collection<Long> nanos, Collection<String> failures, Duration took) {
    return new Answers(
        nanos.stream().sorted().map(Duration::ofNanos).toList(), List.copyOf(failures), took);
  }

  /** What so many of a hundred stayed below. */
  public double percentileMillis(double percent) {
    int index = (int) Math.ceil(percent / 100 * latencies.size()) - 1;
    return latencies.get(Math.max(0, index)).toNanos() / 1e6;
  }

  /** How many a second there really were. */
  public double perSecond() {
    return latencies.size() / (took.toMillis() / 1000.0);
  }

  @Override
  public String toString() {
    return "%d answers, %.0f a second, %d failures, p50 %.1f ms, p99 %.1f ms, longest %.1f ms"
        .formatted(
            latencies.size(),
            perSecond(),
            failures.size(),
            percentileMillis(50),
            percentileMillis(99),
            percentileMillis(100));
  }
}
