package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {

  @ParameterizedTest
  @CsvSource({
    // heap in MiB, reviews in KiB, connections
    "   64,  4096,   102",
    "  128,  4096,   204",
    "  256,  7864,   409",
    " 1024, 31457,  1638",
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
}
