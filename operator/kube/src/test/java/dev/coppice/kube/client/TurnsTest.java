package dev.coppice.kube.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private final Turns turns = new Turns(1);
  private final BlockingQueue<String> order = new LinkedBlockingQueue<>();

  @Test
  void what_changes_something_goes_before_what_tells_and_every_fourth_turn_is_for_telling()
      throws InterruptedException {
    turns.acquire(false);
    waiting(true, "tell-0");
    waiting(true, "tell-1");
    for (int i = 0; i < 5; i++) {
      waiting(false, "change-" + i);
    }

    assertThat(turns.isAwaited()).isTrue();
    turns.release();

    assertThat(all(7))
        .containsExactly(
            "change-0", "change-1", "change-2", "tell-0", "change-3", "change-4", "tell-1");
    assertThat(turns.isAwaited()).isFalse();
  }

  @Test
  void telling_waits_for_nobody_who_is_not_there() throws InterruptedException {
    turns.acquire(false);
    waiting(true, "tell-0");
    waiting(true, "tell-1");

    assertThat(turns.isAwaited()).isFalse();
    turns.release();

    assertThat(all(2)).containsExactly("tell-0", "tell-1");
  }

  @Test
  void whoever_is_interrupted_leaves_its_turn_to_the_next() throws InterruptedException {
    turns.acquire(false);
    Thread interrupted = waiting(false, "interrupted");
    waiting(false, "next");

    interrupted.interrupt();
    interrupted.join();
    turns.release();

    assertThat(all(1)).containsExactly("next");
  }

  /** Begins to wait, and has noted its name when its turn has come and gone. */
  private Thread waiting(boolean tells, String name) {
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                turns.acquire(tells);
                order.add(name);
                turns.release();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    await().until(() -> thread.getState() == Thread.State.WAITING);
    return thread;
  }

  private List<String> all(int count) throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(order.poll(30, SECONDS));
    }
    return names;
  }
}
