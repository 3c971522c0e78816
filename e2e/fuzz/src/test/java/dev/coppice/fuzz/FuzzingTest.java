package dev.coppice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Runs for {@code COPPICE_FUZZ_SECONDS}, from {@code COPPICE_FUZZ_SEED} on. */
@EnabledIfEnvironmentVariable(named = "COPPICE_FUZZ_SECONDS", matches = "[0-9]+")
class FuzzingTest {

  private static final Duration TIME =
      Duration.ofSeconds(
          Long.parseLong(System.getenv().getOrDefault("COPPICE_FUZZ_SECONDS", "60")));

  private static final long SEED =
      Long.parseLong(System.getenv().getOrDefault("COPPICE_FUZZ_SEED", "1"));

  @Test
  void nothing_that_is_sent_ends_anything_or_costs_more_than_it_may() throws Exception {
    try (Targets targets = Targets.all(Corpus.grown())) {
      Fuzzing.Report report = new Fuzzing(targets.targets(), SEED).run(TIME);

      System.out.println(report.text());
      assertThat(report.findings()).isEmpty();
    }
  }
}
