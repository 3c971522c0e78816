package dev.coppice.testkit.review;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * Requests at a steady pace, as many users together make them. An answer takes from the instant at
 * which its request was due, so that whoever cannot keep up shows.
 *
 * @param requests made in turn; each tells whether it was answered as it should be
 * @param perSecond how many of them
 */
public record SteadyLoad(List<Supplier<CompletionStage<Boolean>>> requests, int perSecond) {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** Each takes a connection while it is not answered. */
  private static final int MOST_AT_ONCE = 64;

  /** Keeps a copy. */
  public SteadyLoad {
    requests = List.copyOf(requests);
  }

  /** Asks for some time; returns when everything is answered. */
  public Answers run(Duration time) {
    int count = Math.toIntExact(time.toNanos() * perSecond / SECOND);
    return runWhile(asked -> asked < count);
  }

  /** Asks until something has been seen; returns when everything is answered. */
  public Answers runUntil(BooleanSupplier seen) {
    return runWhile(_ -> !seen.getAsBoolean());
  }

  private Answers runWhile(IntPredicate goesOn) {
    ConcurrentLinkedQueue<Long> latencies = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    Semaphore turns = new Semaphore(MOST_AT_ONCE);
    List<CompletableFuture<?>> asked = new ArrayList<>();
    long begun = System.nanoTime();
    for (int i = 0; goesOn.test(i); i++) {
      long due = begun + i * (SECOND / perSecond);
      awaitInstant(due);
      turns.acquireUninterruptibly();
      asked.add(
          requests
              .get(i % requests.size())
              .get()
              .toCompletableFuture()
              .handle((right, failure) -> {
                latencies.add(System.nanoTime() - due);
                turns.release();
                if (failure != null || !right) {
                  failures.add(failure == null ? "another answer" : failure.toString());
                }
                return null;
              }));
    }
    CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new)).join();
    return Answers.of(latencies, failures, Duration.ofNanos(System.nanoTime() - begun));
  }

  private static void awaitInstant(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
