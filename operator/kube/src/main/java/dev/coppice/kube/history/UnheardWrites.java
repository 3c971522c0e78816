package dev.coppice.kube.history;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Notices that the watch of a kind does not bring back what was written: after half of its time the
 * API server is asked whether it knows of the write, and after the other half, in which the watch
 * was neither broken nor begun anew, the history counts as cut. A process that stood still
 * meanwhile so has time to hear what has arrived. One alarm for each kind is set at a time. Safe
 * for use by many threads.
 */
public final class UnheardWrites {

  /** In all a watch has twice as long. */
  private static final Duration HALF = Duration.ofSeconds(15);

  private final ClusterHistory history;
  private final ScheduledExecutorService alarms;
  private final String subject;
  private final Supplier<Optional<Waiting>> waiting;
  private final AtomicBoolean armed = new AtomicBoolean();
  private volatile @Nullable Doubt doubt;

  /**
   * A write that is to be brought back.
   *
   * @param written its revision
   * @param age since when it has been answered
   * @param heard how far the watch has come
   */
  public record Waiting(long written, Duration age, long heard) {}

  private record Doubt(
      long written, Set<ClusterHistory.Watched> watches, CompletableFuture<Boolean> look) {}

  /**
   * Waits for nothing yet.
   *
   * @param subject the path of the collection of the kind
   * @param waiting the write that is waited for at present, if there is one
   */
  public UnheardWrites(
      ClusterHistory history,
      ScheduledExecutorService alarms,
      String subject,
      Supplier<Optional<Waiting>> waiting) {
    this.history = history;
    this.alarms = alarms;
    this.subject = subject;
    this.waiting = waiting;
  }

  /** Something is waited for from now on. */
  public void begin() {
    arm(HALF);
  }

  private void arm(Duration wait) {
    if (armed.compareAndSet(false, true)) {
      var _ = alarms.schedule(this::ring, wait.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void ring() {
    // First of all: what begins from here on sets an alarm of its own.
    armed.set(false);
    waiting.get().ifPresent(this::judge);
  }

  private void judge(Waiting write) {
    Duration left = HALF.minus(write.age());
    if (left.isPositive()) {
      arm(left);
      return;
    }
    Doubt before = doubt;
    if (before != null && before.written() == write.written() && isStill(before)) {
      history.unheard(subject, write.written(), write.heard());
      return;
    }
    doubt =
        new Doubt(
            write.written(), history.watchesOf(subject), history.lookFor(subject, write.written()));
    arm(HALF);
  }

  /** Whether the API server has answered, and the watch has gone on, since it was in doubt. */
  private boolean isStill(Doubt before) {
    return before.look().getNow(false)
        && !before.watches().isEmpty()
        && before.watches().stream().noneMatch(ClusterHistory.Watched::fails)
        && before.watches().equals(history.watchesOf(subject));
  }
}
