package dev.coppice.benchmark.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.plane.AuditLog.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TenPodSetTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static Request create(int atMillisecond, String resource, String subresource, int code) {
    Instant received = START.plusMillis(atMillisecond);
    return new Request(
        "",
        received,
        received.plusMillis(3),
        "somebody",
        "something/1",
        "create",
        "",
        resource,
        subresource,
        "bench",
        "",
        code,
        false,
        false);
  }

  @Test
  void measures_from_the_receipt_of_the_set_to_that_of_its_last_pod() {
    Writes writes =
        Writes.of(
            List.of(
                create(10, "podcliquesets", "", 201),
                create(40, "pods", "", 201),
                create(90, "pods", "", 201),
                create(70, "pods", "", 201),
                create(200, "pods", "binding", 201),
                create(300, "pods", "", 409)));

    assertThat(TenPodSet.latency(writes, 3)).isEqualTo(Duration.ofMillis(80));
  }

  @Test
  void does_not_take_a_part_for_the_whole() {
    Writes writes =
        Writes.of(List.of(create(10, "podcliquesets", "", 201), create(40, "pods", "", 201)));

    assertThatThrownBy(() -> TenPodSet.latency(writes, 2)).hasMessageContaining("a pod");
  }
}
