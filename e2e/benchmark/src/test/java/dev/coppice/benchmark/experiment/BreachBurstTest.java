package dev.coppice.benchmark.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BreachBurstTest {

  private static Outcome allowed(Findings findings) {
    Figure figure =
        new BreachBurst()
            .figures().stream().filter(f -> f.budget().isPresent()).findFirst().orElseThrow();
    return findings.of(figure);
  }

  private static List<Duration> lateness(long... millis) {
    return Arrays.stream(millis).mapToObj(Duration::ofMillis).toList();
  }

  @Test
  void allows_two_seconds_where_the_api_server_is_fast() {
    Findings findings = BreachBurst.findings(lateness(10, 1_000, 30), Duration.ofMillis(600));

    assertThat(allowed(findings)).isEqualTo(Outcome.of(0.5, "2.0 s are allowed"));
  }

  @Test
  void allows_half_as_much_again_as_a_bare_client_takes() {
    Findings findings = BreachBurst.findings(lateness(9_000), Duration.ofSeconds(4));

    assertThat(allowed(findings)).isEqualTo(Outcome.of(1.5, "6.0 s are allowed"));
  }

  @Test
  void takes_no_delete_that_comes_too_early_for_a_figure() {
    Findings findings = BreachBurst.findings(lateness(20, -3), Duration.ofSeconds(4));

    assertThat(allowed(findings)).isEqualTo(Outcome.none("a DELETE came 3 ms too early"));
  }

  @Test
  void tells_the_latest_of_many() {
    assertThat(BreachToDelete.latest(lateness(20, 250, 40)))
        .isEqualTo(Outcome.of(250, "half of 3 within 40 ms"));
  }
}
