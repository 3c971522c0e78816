package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.history.ClusterHistory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HistoryLooksTest {

  private static final String PODS = "/api/v1/pods?limit=1";
  private static final String SETS = "/apis/grove.io/v1alpha1/podcliquesets?limit=1";
  private static final Reply ANSWER =
      FakeApiServer.answer(200, "{\"metadata\":{\"resourceVersion\":\"7\"}}");

  private final AtomicLong ticks = new AtomicLong(-5);
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final Deque<Reply> replies = new ArrayDeque<>(List.of(ANSWER));
  private final BlockingQueue<Later> later = new LinkedBlockingQueue<>();
  private final HistoryLooks looks =
      new HistoryLooks(
          new ClusterHistory(),
          this::answer,
          ticks::get,
          (wait, action) -> later.add(new Later(wait, action)),
          Runnable::run);

  private record Later(Duration after, Runnable action) {}

  private Reply answer(Call call) {
    asked.add(call.path());
    synchronized (replies) {
      return replies.size() > 1 ? replies.removeFirst() : replies.getFirst();
    }
  }

  /** Time passes until the next look; returns how much. */
  private Duration pass() throws InterruptedException {
    Later next = later.poll(10, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    ticks.addAndGet(next.after().toNanos());
    next.action().run();
    return next.after();
  }

  private String looked() throws InterruptedException {
    return asked.poll(10, TimeUnit.SECONDS);
  }

  @Test
  void watches_that_go_on_together_share_a_look_and_the_next_one_is_thirty_seconds_later()
      throws InterruptedException {
    looks.soon(PODS, 5);
    looks.soon(SETS, 6);

    assertThat(pass()).isEqualTo(Duration.ZERO);
    assertThat(looked()).isEqualTo(PODS);
    ticks.addAndGet(Duration.ofSeconds(2).toNanos());
    looks.soon(SETS, 6);
    looks.soon(PODS, 5);

    assertThat(pass()).isEqualTo(Duration.ofSeconds(28));
    assertThat(looked()).isEqualTo(SETS);
    assertThat(later).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void a_watch_that_goes_on_beyond_the_last_look_is_not_kept_waiting() throws InterruptedException {
    looks.soon(PODS, 5);
    pass();
    assertThat(looked()).isEqualTo(PODS);
    looks.soon(PODS, 7);
    assertThat(later.element().after()).isEqualTo(Duration.ofSeconds(30));
    ticks.addAndGet(Duration.ofSeconds(5).toNanos());

    looks.soon(SETS, 8);

    Later thirty = later.take();
    assertThat(pass()).isEqualTo(Duration.ZERO);
    assertThat(looked()).isEqualTo(SETS);
    thirty.action().run();
    assertThat(asked).isEmpty();
  }

  @Test
  void a_look_that_is_lost_is_made_again_with_growing_pauses() throws InterruptedException {
    replies.addFirst(FakeApiServer.lost());
    replies.addFirst(FakeApiServer.answer(503, "{}"));
    replies.addFirst(FakeApiServer.answer(429, "{}"));
    looks.soon(PODS, 5);

    assertThat(List.of(pass(), pass(), pass(), pass()))
        .containsExactly(
            Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));

    assertThat(asked).hasSize(4);
    assertThat(later).isEmpty();
  }

  @Test
  void a_look_that_is_refused_is_not_made_again() throws InterruptedException {
    replies.addFirst(FakeApiServer.refusal(403, "Forbidden", "no"));
    looks.soon(PODS, 5);
    pass();
    assertThat(looked()).isEqualTo(PODS);

    assertThat(later).isEmpty();
  }

  @Test
  void whoever_wants_one_now_hears_whether_it_was_answered() {
    assertThat(looks.now(PODS).join()).isTrue();
    replies.addFirst(FakeApiServer.lost());
    assertThat(looks.now(PODS).join()).isFalse();
  }

  @Test
  void asks_nobody_once_it_is_closed() {
    looks.close();

    assertThat(looks.now(PODS).join()).isFalse();
    assertThat(asked).isEmpty();
  }
}
