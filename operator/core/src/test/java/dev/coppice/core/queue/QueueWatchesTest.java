package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.api.gang.GangResources;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueWatchesTest {

  private final QueueWatches watches = new QueueWatches(Optional.empty());

  private static PodGang gang(String cpu) {
    PodGang gang = new PodGang();
    gang.setMetadata(new ObjectMetaBuilder().withName("g").withUid("u").build());
    gang.setStatus(
        PodGangStatusBuilder.builder()
            .resourcesStatus(
                new GangResources(Map.of("cpu", new Quantity(cpu, "")), Map.of(), Map.of()))
            .build());
    return gang;
  }

  private static Queue queue(String cpu) {
    Queue queue = new Queue();
    queue.setMetadata(new ObjectMetaBuilder().withName("q").withUid("u").build());
    queue.setStatus(
        QueueStatusBuilder.builder().requested(Map.of("cpu", new Quantity(cpu, ""))).build());
    return queue;
  }

  @ParameterizedTest
  @CsvSource({
    "1,           1,           false",
    "1,           1000m,       false",
    "1,           2,           true",
    "1,           1e999999999, true",
    "1e999999999, 1e999999999, false",
    "1e999999999, boom,        false",
    "1e40000000,  2,           true",
  })
  void a_sum_changes_with_what_it_amounts_to(String before, String now, boolean changed) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          assertThat(watches.changed(gang(now), gang(before))).isEqualTo(changed);
          assertThat(watches.changed(queue(now), queue(before))).isEqualTo(changed);
        });
  }
}
