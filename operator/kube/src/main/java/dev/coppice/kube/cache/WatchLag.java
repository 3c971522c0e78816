package dev.coppice.kube.cache;

import dev.coppice.kube.history.UnheardWrites.Waiting;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How far one watch is behind the API server's answers: the time from an answer that shows a
 * version of an object until the watch has come as far. One answer at a time is followed, so that
 * nothing is kept for each object, and somebody else is told when one begins to be followed. Safe
 * for use by many threads.
 */
final class WatchLag {

  private final Clock clock;
  private final Timer timer;
  private final AtomicLong heard = new AtomicLong();
  private final AtomicReference<@Nullable Followed> followed = new AtomicReference<>();
  private volatile Runnable follower = () -> {};

  private record Followed(String key, long version, long answered) {}

  WatchLag(Clock clock, Timer timer) {
    this.clock = clock;
    this.timer = timer;
  }

  /** Calls this from now on whenever an answer begins to be followed. */
  void whenFollowing(Runnable newFollower) {
    follower = newFollower;
  }

  /** The answer that is followed at present. */
  Optional<Waiting> waiting() {
    return Optional.ofNullable(followed.get())
        .map(answer ->
            new Waiting(
                answer.version(),
                Duration.ofNanos(clock.monotonicTime() - answer.answered()),
                heard.get()));
  }

  /** The API server has answered with this object, which the watch is to bring too. */
  void answered(String key, HasMetadata object) {
    Followed answer = new Followed(key, version(object), clock.monotonicTime());
    if (!followed.compareAndSet(null, answer)) {
      return;
    }
    if (heard.get() < answer.version()) {
      follower.run();
    } else if (followed.compareAndSet(answer, null)) {
      // The watch was first.
      timer.record(Duration.ZERO);
    }
  }

  /** The watch has brought this object, and so everything that was written before it. */
  void heard(HasMetadata object) {
    long version = heard.accumulateAndGet(version(object), Math::max);
    Followed answer = followed.get();
    if (answer != null && version >= answer.version() && followed.compareAndSet(answer, null)) {
      timer.record(clock.monotonicTime() - answer.answered(), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * The object is gone: a list after a broken watch may have skipped the version that we follow.
   */
  void gone(String key) {
    Followed answer = followed.get();
    if (answer != null && answer.key().equals(key)) {
      followed.compareAndSet(answer, null);
    }
  }

  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }
}
