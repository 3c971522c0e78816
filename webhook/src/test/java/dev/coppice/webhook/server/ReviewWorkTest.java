package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Deadline;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewReader;
import dev.coppice.webhook.review.ReviewReading;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.Tokens;
import dev.coppice.webhook.review.Verdict;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReviewWorkTest {

  private static final Answer DONE = Answer.to("u", Verdict.allow());
  private static final Answer OVERLOADED =
      Answer.comeAgain(Denials.tooManyRequests(), Outcome.OVERLOADED);
  private static final Answer OVERDUE =
      Answer.refuse("u", Denials.overdue(Duration.ofSeconds(8)), Outcome.OVERDUE);
  private static final ReviewWork.Otherwise OTHERWISE =
      new ReviewWork.Otherwise(() -> OVERLOADED, () -> OVERDUE);

  private final ReviewWork work = work(Duration.ofMillis(50));

  private static ReviewWork work(Duration longest) {
    return new ReviewWork(new Limits(1 << 20, 1 << 20, 2, Duration.ofMillis(50), 4_000, longest));
  }

  @AfterEach
  void close() {
    work.close();
  }

  private static Answer patiently(Function<Tokens, Answer> review) {
    try (ReviewWork work = work(Duration.ofSeconds(60))) {
      return work.answer(review, OTHERWISE);
    }
  }

  @Test
  void answers() {
    assertThat(patiently(_ -> DONE)).isSameAs(DONE);
  }

  @Test
  void a_rule_that_never_ends_is_given_up_and_ends() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);

    Answer answer =
        work.answer(
            _ -> {
              try {
                while (true) {
                  Deadline.check();
                }
              } finally {
                ended.countDown();
              }
            },
            OTHERWISE);

    assertThat(answer).isSameAs(OVERDUE);
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_rule_that_waits_for_ever_is_given_up_and_ends() throws InterruptedException {
    AtomicReference<Throwable> end = new AtomicReference<>();
    CountDownLatch ended = new CountDownLatch(1);

    Answer answer =
        work.answer(
            _ -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                end.set(e);
              }
              ended.countDown();
              return DONE;
            },
            OTHERWISE);

    assertThat(answer).isSameAs(OVERDUE);
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(end.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void one_that_nothing_ends_takes_a_thread_and_no_turn() throws InterruptedException {
    AtomicBoolean goesOn = new AtomicBoolean(true);
    int threads = 4;
    CountDownLatch ended = new CountDownLatch(threads);
    Function<Tokens, Answer> stuck =
        _ -> {
          while (goesOn.get()) {
            Thread.onSpinWait();
          }
          ended.countDown();
          return DONE;
        };

    for (int i = 0; i < threads; i++) {
      assertThat(work.answer(stuck, OTHERWISE)).isSameAs(OVERDUE);
    }
    assertThat(work.answer(_ -> DONE, OTHERWISE)).isSameAs(OVERLOADED);
    goesOn.set(false);

    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void what_reviews_keep_takes_room_until_they_end() {
    try (ReviewWork roomy = work(Duration.ofSeconds(60))) {
      for (int i = 0; i < 5; i++) {
        assertThat(roomy.answer(tokens -> read(4_000, tokens), OTHERWISE)).isSameAs(DONE);
      }
      assertThat(roomy.answer(tokens -> read(8_000, tokens), OTHERWISE)).isSameAs(OVERLOADED);
      assertThat(roomy.answer(tokens -> read(4_000, tokens), OTHERWISE)).isSameAs(DONE);
    }
  }

  private static Answer read(int values, Tokens tokens) {
    byte[] body =
        Reviews.of("CREATE", PodCliqueSet.class)
            .object("{x: [%s]}".formatted("1,".repeat(values)))
            .bytes();
    if (!(ReviewReader.read(body, tokens) instanceof ReviewReading.Review(var request))) {
      throw new AssertionError("no review");
    }
    try {
      assertThat(request.object().as(JsonNode.class)).isNotNull();
      return DONE;
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
