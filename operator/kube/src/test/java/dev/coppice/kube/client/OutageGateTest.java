package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutageGateTest {

  private static final Call CALL =
      new Call(Verb.CREATE, "pods", "/api/v1/pods", "application/json", "{}", false);
  private static final Reply ANSWER = new Reply.Answered(201, "{}");
  private static final Reply LOST = new Reply.Lost("connection refused");

  private final AtomicInteger sent = new AtomicInteger();
  private volatile Reply reply = ANSWER;
  private final OutageGate gate =
      new OutageGate(call -> {
        sent.incrementAndGet();
        return reply;
      });
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void lets_everything_reconcile_while_the_api_server_answers_refusals_included() {
    reply = new Reply.Answered(403, "{}");

    assertThat(IntStream.range(0, 10).mapToObj(i -> gate.send(CALL))).containsOnly(reply);
  }

  @Test
  void sends_one_call_at_a_time_with_growing_pauses_while_nothing_is_answered() throws Exception {
    reply = LOST;
    gate.send(CALL);

    List<Future<Reply>> waiting = sendAtOnce(4);

    long from = System.nanoTime();
    for (Future<Reply> call : waiting) {
      assertThat(call.get()).isEqualTo(LOST);
    }
    // 50, 100, 200 and 400 ms.
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofMillis(700));
    assertThat(sent).hasValue(5);
  }

  @Test
  void gives_up_what_has_waited_when_an_answer_comes() throws Exception {
    reply = LOST;
    gate.send(CALL);
    reply = ANSWER;

    List<Future<Reply>> waiting = sendAtOnce(50);

    List<Reply> replies = new ArrayList<>();
    for (Future<Reply> call : waiting) {
      replies.add(call.get());
    }
    long answered = replies.stream().filter(ANSWER::equals).count();
    assertThat(answered).isPositive();
    assertThat(sent).as("beside the first one only what was answered").hasValue(1 + (int) answered);
  }

  @Test
  void hears_an_answer_to_a_call_that_was_sent_before_the_silence() throws Exception {
    CountDownLatch underWay = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    OutageGate slow =
        new OutageGate(call -> {
          if (call.verb() == Verb.GET) {
            underWay.countDown();
            awaitLatch(release);
            return ANSWER;
          }
          return reply;
        });
    Future<Reply> early =
        threads.submit(
            () -> slow.send(new Call(Verb.GET, "pods", "/", "application/json", null, false)));
    underWay.await();
    reply = LOST;
    for (int tries = 0; tries < 4; tries++) {
      slow.send(CALL);
    }
    List<Future<Reply>> waiting = List.of(threads.submit(() -> slow.send(CALL)));

    release.countDown();

    assertThat(early.get()).isEqualTo(ANSWER);
    assertThat(waiting.getFirst().get()).isInstanceOf(Reply.Lost.class);
    reply = ANSWER;
    assertThat(slow.send(CALL)).isEqualTo(ANSWER);
  }

  @Test
  void lets_a_waiting_call_be_interrupted_and_another_one_try() throws Exception {
    reply = LOST;
    gate.send(CALL);
    Thread waiting = Thread.ofVirtual().start(() -> gate.send(CALL));
    await().until(() -> waiting.getState() != Thread.State.RUNNABLE);

    waiting.interrupt();
    waiting.join();

    reply = ANSWER;
    assertThat(gate.send(CALL)).isEqualTo(ANSWER);
  }

  private List<Future<Reply>> sendAtOnce(int calls) {
    return IntStream.range(0, calls).mapToObj(i -> threads.submit(() -> gate.send(CALL))).toList();
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
