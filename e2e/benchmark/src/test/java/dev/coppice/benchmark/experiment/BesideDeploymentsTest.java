package dev.coppice.benchmark.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.benchmark.figure.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BesideDeploymentsTest {

  private static List<Duration> milliseconds(long... times) {
    return LongStream.of(times).mapToObj(Duration::ofMillis).toList();
  }

  @Test
  void compares_the_medians() {
    Outcome ratio =
        BesideDeployments.ratio(
            milliseconds(9_000, 60_000, 8_000), milliseconds(6_000, 6_100, 1_000));

    assertThat(ratio).isEqualTo(Outcome.of(1.5, "9.0 s against 6.0 s"));
  }
}
