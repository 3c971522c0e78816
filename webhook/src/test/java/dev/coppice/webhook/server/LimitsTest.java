package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.webhook.registration.RegistrationObjects;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {

  @ParameterizedTest
  @CsvSource({
    // heap in MiB, reviews in KiB, connections
    "   64,  4096,   102",
    "  128,  4096,   204",
    "  256,  8192,   409",
    " 1024, 32768,  1638",
    "65536, 65536, 16384",
  })
  void what_is_taken_on_at_once_follows_from_the_heap(
      long mebibytes, int kibibytes, int connections) {
    long heap = mebibytes << 20;

    assertThat(Limits.within(heap).bufferedBytes() / 1024).isEqualTo(kibibytes);
    assertThat(Limits.within(heap).bodyBytes())
        .isLessThanOrEqualTo(Limits.within(heap).bufferedBytes());
    assertThat(Connections.within(heap).connections()).isEqualTo(connections);
  }

  @ParameterizedTest
  @CsvSource({"64, 100000", "256, 262144", "1024, 1048576", "65536, 6400000"})
  void what_is_kept_of_reviews_follows_from_the_heap(long mebibytes, int tokens) {
    assertThat(Limits.within(mebibytes << 20).tokens()).isEqualTo(tokens);
  }

  @Test
  void a_review_is_answered_before_the_API_server_gives_up() {
    Limits limits = Limits.within(256 << 20);

    assertThat(limits.patience().plus(limits.longest()))
        .isLessThan(Duration.ofSeconds(RegistrationObjects.TIMEOUT_SECONDS));
  }
}
