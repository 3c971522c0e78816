package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class BoundedWritesTest {

  private static final Call WRITE =
      new Call(Verb.CREATE, "pods", "/api/v1/pods", "application/json", "{}", false);
  private static final Call READ =
      new Call(Verb.GET, "pods", "/api/v1/pods/a", "application/json", null, false);

  @Test
  void lets_exactly_as_many_writes_through_at_once_as_allowed() {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier together = new CyclicBarrier(3);
    ApiServer meeting =
        call -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          meet(together);
          inside.decrementAndGet();
          return new Reply.Answered(201, "{}");
        };
    BoundedWrites bounded = new BoundedWrites(meeting, 3);

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 30; i++) {
        threads.execute(() -> bounded.send(WRITE));
      }
    }

    assertThat(most.get()).isEqualTo(3);
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void lets_reads_reconcile_while_all_writes_are_taken() throws InterruptedException {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    BoundedWrites bounded =
        new BoundedWrites(
            call -> {
              if (call.verb().writes()) {
                writing.countDown();
                await(release);
              }
              return new Reply.Answered(200, "{}");
            },
            1);

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(() -> bounded.send(WRITE));
      writing.await();

      Reply reply = bounded.send(READ);

      release.countDown();
      assertThat(reply).isEqualTo(new Reply.Answered(200, "{}"));
    }
  }

  @Test
  void sends_a_create_that_waits_before_a_status_that_came_first() throws InterruptedException {
    Call status =
        new Call(
            Verb.UPDATE, "pods/status", "/api/v1/pods/a/status", "application/json", "{}", true);
    Call create =
        new Call(Verb.CREATE, "services", "/api/v1/services", "application/json", "{}", false);
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Queue<Call> sent = new ConcurrentLinkedQueue<>();
    BoundedWrites bounded =
        new BoundedWrites(
            call -> {
              sent.add(call);
              if (call.equals(WRITE)) {
                writing.countDown();
                await(release);
              }
              return new Reply.Answered(200, "{}");
            },
            1);

    List<Thread> threads = new ArrayList<>();
    threads.add(Thread.ofPlatform().daemon().start(() -> bounded.send(WRITE)));
    writing.await();
    for (Call call : List.of(status, create)) {
      Thread thread = Thread.ofPlatform().daemon().start(() -> bounded.send(call));
      Awaitility.await().until(() -> thread.getState() == Thread.State.WAITING);
      threads.add(thread);
    }
    release.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(sent).containsExactly(WRITE, create, status);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
