package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NomineesTest {

  private final FakeCluster cluster = new FakeCluster();
  private final Nominees nominees = new Nominees(cluster);

  @Test
  void an_answer_about_a_node_is_shared_for_a_second() {
    cluster.live(FakeCluster.pending("p", "q", 7));

    assertThat(nominees.on("n1", FakeCluster.NOON))
        .extracting(PendingPod::uid)
        .containsExactly("p");
    cluster.live(FakeCluster.pending("later", "q", 7));
    assertThat(nominees.on("n1", FakeCluster.NOON.plusMillis(999))).hasSize(1);
    assertThat(cluster.asked).containsExactly("nominated to n1");

    assertThat(nominees.on("n1", FakeCluster.NOON.plusMillis(1_000))).hasSize(2);
    assertThat(nominees.on("n2", FakeCluster.NOON.plusMillis(1_000))).hasSize(2);
    assertThat(cluster.asked)
        .containsExactly("nominated to n1", "nominated to n1", "nominated to n2");
  }

  @Test
  void who_has_a_node_waits_for_none() {
    cluster.live(FakeCluster.running("r", "g", "a", "n1"));

    assertThat(nominees.on("n1", FakeCluster.NOON)).isEmpty();
  }

  @Test
  void no_answer_is_shared_too() {
    cluster.answers = false;

    assertThat(nominees.on("n1", FakeCluster.NOON)).isEmpty();
    assertThat(nominees.on("n1", FakeCluster.NOON)).isEmpty();
    assertThat(cluster.asked).hasSize(1);
  }

  @Test
  void many_at_once_wait_for_one_answer() throws Exception {
    cluster.live(FakeCluster.pending("p", "q", 7));
    CountDownLatch answer = new CountDownLatch(1);
    CountDownLatch asking = new CountDownLatch(1);
    cluster.whileAsked =
        () -> {
          asking.countDown();
          await(answer);
        };
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<PendingPod>>> found = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        found.add(threads.submit(() -> nominees.on("n1", FakeCluster.NOON)));
      }
      await(asking);
      answer.countDown();
      for (Future<List<PendingPod>> each : found) {
        assertThat(each.get()).hasSize(1);
      }
    }

    assertThat(cluster.asked).hasSize(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void the_eldest_answers_are_forgotten_first() {
    for (int i = 0; i <= 1_000; i++) {
      nominees.on("n" + i, FakeCluster.NOON);
    }

    nominees.on("n1", FakeCluster.NOON);
    assertThat(cluster.asked).hasSize(1_001);
    nominees.on("n0", FakeCluster.NOON);
    assertThat(cluster.asked).hasSize(1_002);
  }
}
