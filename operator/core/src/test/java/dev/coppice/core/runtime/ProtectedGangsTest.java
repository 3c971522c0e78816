package dev.coppice.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.PodGang;
import dev.coppice.core.testing.TestYaml;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProtectedGangsTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private static PodGang gang(String queue, String protection) {
    return TestYaml.read(
        """
        metadata: {name: g, namespace: ai, labels: {%s}}
        spec: {podgroups: []}
        status: {%s}
        """
            .formatted(
                queue.isEmpty() ? "" : "kai.scheduler/queue: " + queue,
                protection.isEmpty() ? "" : "runtimeProtection: {%s}".formatted(protection)),
        PodGang.class);
  }

  private static String reclaim(String minRuntime, String until) {
    return "reclaim: [{from: x, minRuntime: '%s'%s}]"
        .formatted(
            minRuntime,
            until.isEmpty() ? "" : ", protectedUntil: '2026-01-02T%sZ'".formatted(until));
  }

  private static Map<String, ProtectedGangs> byQueue(PodGang... gangs) {
    return ProtectedGangs.byQueue(Stream.of(gangs), Optional.empty(), NOON);
  }

  @Test
  void gangs_of_a_queue_are_counted_with_the_longest_time_that_is_left() {
    assertThat(
            byQueue(
                gang("a", reclaim("10m0s", "12:01:00")),
                gang("a", reclaim("10m0s", "12:05:00")),
                gang("b", reclaim("10m0s", "12:00:00")),
                gang("", reclaim("10m0s", "12:02:00"))))
        .isEqualTo(
            Map.of(
                "a", new ProtectedGangs(2, Duration.ofSeconds(301)),
                "b", new ProtectedGangs(1, Duration.ofSeconds(1)),
                "", new ProtectedGangs(1, Duration.ofSeconds(121))));
  }

  @Test
  void what_may_be_evicted_does_not_count() {
    assertThat(
            byQueue(
                gang("a", ""),
                gang("a", reclaim("0s", "")),
                gang("a", reclaim("10m0s", "")),
                gang("a", reclaim("10m0s", "11:59:59"))))
        .isEmpty();
  }

  @Test
  void what_is_never_evicted_counts_and_no_time_is_left_for_it() {
    assertThat(byQueue(gang("a", reclaim("-1", ""))))
        .isEqualTo(Map.of("a", new ProtectedGangs(1, Duration.ZERO)));
  }

  @Test
  void gangs_that_name_no_queue_are_in_that_of_all() {
    assertThat(
            ProtectedGangs.byQueue(
                Stream.of(gang("", reclaim("10m0s", "12:01:00"))), Optional.of("all"), NOON))
        .containsOnlyKeys("all");
  }
}
