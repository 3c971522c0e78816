package dev.coppice.kube.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TurnsTest {

  private final Turns turns = Turns.ofShortWork(1, () -> 0);
  private final BlockingQueue<String> order = new LinkedBlockingQueue<>();

  @Test
  void what_changes_something_goes_before_what_tells_and_every_fourth_turn_is_for_telling()
      throws InterruptedException {
    turns.acquire("a", false);
    waiting(true, "tell-0");
    waiting(true, "tell-1");
    for (int i = 0; i < 5; i++) {
      waiting(false, "change-" + i);
    }

    assertThat(turns.isAwaited()).isTrue();
    turns.release("a");

    assertThat(all(7))
        .containsExactly(
            "change-0", "change-1", "change-2", "tell-0", "change-3", "change-4", "tell-1");
    assertThat(turns.isAwaited()).isFalse();
  }

  @Test
  void telling_waits_for_nobody_who_is_not_there() throws InterruptedException {
    turns.acquire("a", false);
    waiting(true, "tell-0");
    waiting(true, "tell-1");

    assertThat(turns.isAwaited()).isFalse();
    turns.release("a");

    assertThat(all(2)).containsExactly("tell-0", "tell-1");
  }

  @Test
  void whoever_is_interrupted_leaves_its_turn_to_the_next() throws InterruptedException {
    turns.acquire("a", false);
    Thread interrupted = waiting(false, "interrupted");
    waiting(false, "next");

    interrupted.interrupt();
    interrupted.join();
    turns.release("a");

    assertThat(all(1)).containsExactly("next");
  }

  @Test
  void ten_of_a_namespace_are_among_the_next_twenty_whoever_else_waits()
      throws InterruptedException {
    List<Integer> places = new ArrayList<>();
    turns.acquire("large", false);
    CountDownLatch all = new CountDownLatch(1_010);
    for (int i = 0; i < 1_000; i++) {
      queued("large", all);
    }
    for (int i = 0; i < 10; i++) {
      queued("small", all);
    }

    turns.release("large");
    all.await();

    List<String> came = new ArrayList<>(order);
    for (int i = 0; i < came.size(); i++) {
      if (came.get(i).equals("small")) {
        places.add(i);
      }
    }
    assertThat(places).hasSize(10).allMatch(place -> place < 20);
    assertThat(came).filteredOn("large"::equals).hasSize(1_000);
  }

  @Test
  void namespaces_take_turns_and_each_goes_in_its_own_order() throws InterruptedException {
    turns.acquire("a", false);
    for (String name : List.of("a-0", "a-1", "a-2", "b-0", "c-0", "b-1")) {
      waiting(name.substring(0, 1), false, name);
    }

    turns.release("a");

    assertThat(all(6)).containsExactly("a-0", "b-0", "c-0", "a-1", "b-1", "a-2");
  }

  @Test
  @Timeout(30)
  void a_namespace_has_an_eighth_of_short_work_until_no_other_one_has_had_any_for_five_seconds()
      throws InterruptedException {
    AtomicLong ticks = new AtomicLong();
    Turns shared = Turns.ofShortWork(16, ticks::get);
    shared.acquire("small", false);
    shared.release("small");
    shared.acquire("large", false);
    shared.acquire("large", false);

    Thread third = started(() -> shared.acquire("large", false));
    shared.release("large");
    third.join();
    Thread fourth = started(() -> shared.acquire("large", false));
    ticks.addAndGet(SECONDS.toNanos(5) + 1);
    shared.release("large");
    fourth.join();

    for (int taken = 2; taken < 16; taken++) {
      shared.acquire("large", false);
    }
  }

  @Test
  @Timeout(30)
  void whoever_is_alone_has_all_of_short_work_and_the_next_that_ends_is_for_whoever_comes()
      throws InterruptedException {
    Turns shared = Turns.ofShortWork(16, () -> 0);
    for (int i = 0; i < 16; i++) {
      shared.acquire("large", false);
    }
    started(() -> shared.acquire("large", false));
    Thread small = started(() -> shared.acquire("small", false));

    shared.release("large");

    small.join();
  }

  @Test
  void long_work_of_one_namespace_leaves_turns_to_others() throws InterruptedException {
    Turns reserving = Turns.ofLongWork(32);
    for (int i = 0; i < 28; i++) {
      reserving.acquire("large", false);
    }
    CountDownLatch come = new CountDownLatch(1);
    Thread more =
        started(() -> {
          reserving.acquire("large", false);
          come.countDown();
        });

    reserving.acquire("small", false);
    reserving.acquire("other", false);
    reserving.release("large");
    assertThat(more.getState()).isEqualTo(Thread.State.WAITING);
    reserving.release("small");
    reserving.release("other");

    come.await();
  }

  @Test
  void of_few_turns_a_namespace_may_have_all() throws InterruptedException {
    Turns few = Turns.ofLongWork(7);
    for (int i = 0; i < 7; i++) {
      few.acquire("large", false);
    }
    CountDownLatch come = new CountDownLatch(1);
    started(() -> {
      few.acquire("small", false);
      come.countDown();
    });

    few.release("large");

    come.await();
  }

  private void queued(String namespace, CountDownLatch all) {
    started(() -> {
      turns.acquire(namespace, false);
      order.add(namespace);
      turns.release(namespace);
      all.countDown();
    });
  }

  private interface Interruptible {
    void run() throws InterruptedException;
  }

  /** Runs it on a thread, and returns when that waits for its turn. */
  private static Thread started(Interruptible work) {
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                work.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> thread.getState() == Thread.State.WAITING);
    return thread;
  }

  private Thread waiting(boolean tells, String name) {
    return waiting("a", tells, name);
  }

  /** Begins to wait, and has noted its name when its turn has come and gone. */
  private Thread waiting(String namespace, boolean tells, String name) {
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                turns.acquire(namespace, tells);
                order.add(name);
                turns.release(namespace);
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
