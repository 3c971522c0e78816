package dev.coppice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Runs for a minute from the first seed on, unless {@code COPPICE_FUZZ_SECONDS} and {@code
 * COPPICE_FUZZ_SEED} say otherwise. What is found is tried again with {@code hack/fuzz --only}.
 */
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
      assertThat(report.findings())
          .extracting(finding ->
              "%s --only %d: %s".formatted(finding.target(), finding.seed(), finding.what()))
          .isEmpty();
    }
  }
}
