package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.victim.Victim;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AskedVictimsTest {

  private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");

  private final FakeCluster cluster = new Scene(true).cluster;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    threads.shutdownNow();
  }

  private Map<String, List<Victim>> victims(Duration longestLook) {
    Map<String, Victims> asked = new LinkedHashMap<>();
    for (String node : NODES) {
      cluster.live(FakeCluster.running("new-" + node, "long", "a", node));
      asked.put(node, new Victims(List.of(new AskedPod("new-" + node, false)), 0));
    }
    return new AskedVictims(
            cluster, new RunningGangs(cluster, QueueSettings.DEFAULTS), threads, longestLook)
        .of(
            new ExtenderRequest(new PendingPod("ns", "wants", "uid-wants", Map.of(), 0), asked),
            true);
  }

  @Test
  void nodes_are_looked_at_side_by_side() {
    CyclicBarrier all = new CyclicBarrier(NODES.size());
    cluster.whileAsked = () -> await(all);

    assertThat(victims(Duration.ofSeconds(30)))
        .hasSize(4)
        .allSatisfy((_, found) -> assertThat(found).hasOnlyElementsOfType(Victim.OfGang.class));
  }

  private static void await(CyclicBarrier all) {
    try {
      all.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("one after the other", e);
    }
  }

  @Test
  void what_does_not_come_in_time_stays_unknown() {
    CountDownLatch never = new CountDownLatch(1);
    cluster.whileAsked =
        () -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };

    assertThat(victims(Duration.ofMillis(50)))
        .hasSize(4)
        .allSatisfy((_, found) -> assertThat(found).hasOnlyElementsOfType(Victim.Unknown.class));
    never.countDown();
  }
}
