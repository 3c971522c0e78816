package dev.coppice.webhook.server;

import dev.coppice.core.admission.field.Deadline;
import dev.coppice.webhook.review.Tokens;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where reviews are read and judged: so many at once, in so much memory, and each for so long. It
 * happens on threads that the system takes turns with: one that only calculates keeps neither other
 * reviews nor connections from the processors. Safe for use by many threads.
 */
final class ReviewWork implements AutoCloseable {

  private final Semaphore turns;
  private final Semaphore room;
  private final Duration patience;
  private final Duration longest;
  private final ThreadPoolExecutor threads;

  /** Within these limits. */
  ReviewWork(Limits limits) {
    this.turns = new Semaphore(limits.reviewsInFlight(), true);
    this.room = new Semaphore(limits.tokens() / Tokens.BATCH);
    this.patience = limits.patience();
    this.longest = limits.longest();
    this.threads =
        new ThreadPoolExecutor(
            0,
            2 * limits.reviewsInFlight(), // who has answered is not free at once, nor who is stuck
            1,
            TimeUnit.MINUTES,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("review-", 0).factory());
  }

  /** What is done about a review that cannot be answered now. */
  record Otherwise(Supplier<Answer> overloaded, Supplier<Answer> overdue) {}

  /**
   * Waits for a turn, and then for the answer. Who has waited too long gives his turn back at once:
   * what is under way ends at its next step, or at its next wait, and until then takes one of the
   * threads.
   *
   * @param review reads and judges, and counts what it keeps
   */
  Answer answer(Function<Tokens, Answer> review, Otherwise otherwise) {
    boolean turn = false;
    try {
      turn = turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
      return turn ? answerInTurn(review, otherwise) : otherwise.overloaded().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return otherwise.overloaded().get();
    } finally {
      if (turn) {
        turns.release();
      }
    }
  }

  private Answer answerInTurn(Function<Tokens, Answer> review, Otherwise otherwise)
      throws InterruptedException {
    AtomicBoolean givenUp = new AtomicBoolean();
    Future<Answer> answer;
    try {
      answer = threads.submit(() -> Deadline.during(givenUp::get, () -> inRoom(review)));
    } catch (RejectedExecutionException e) {
      return otherwise.overloaded().get();
    }
    try {
      return answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return otherwise.overdue().get();
    } catch (ExecutionException e) {
      return switch (answer.exceptionNow()) {
        case Tokens.NoRoomException _ -> otherwise.overloaded().get();
        case Deadline.PassedException _ -> otherwise.overdue().get();
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        default -> throw new IllegalStateException(e);
      };
    } finally {
      givenUp.set(true);
      answer.cancel(true);
    }
  }

  private Answer inRoom(Function<Tokens, Answer> review) {
    Share share = new Share();
    try {
      return review.apply(new Tokens(share));
    } finally {
      share.giveBack();
    }
  }

  /** What one review takes of the room. */
  private final class Share implements Tokens.Room {
    private int taken;

    @Override
    public boolean take() {
      try {
        if (!room.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
          return false;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
      taken++;
      return true;
    }

    void giveBack() {
      room.release(taken);
    }
  }

  @Override
  public void close() {
    var _ = threads.shutdownNow();
  }
}
