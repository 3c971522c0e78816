package dev.coppice.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackOffTest {

  @ParameterizedTest
  @CsvSource({"1, PT0.25S", "2, PT0.5S", "5, PT4S", "6, PT8S", "7, PT10S", "1000000, PT10S"})
  void doubles_up_to_the_longest_pause(int failures, Duration pause) {
    assertThat(new BackOff(Duration.ofMillis(250), Duration.ofSeconds(10)).after(failures))
        .isEqualTo(pause);
  }
}
