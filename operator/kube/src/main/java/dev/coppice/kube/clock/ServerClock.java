package dev.coppice.kube.clock;

import dev.coppice.kube.LogKeys;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The API server's clock, which everything is decided by: set by the dates of its answers, and
 * running on ticks between them, so that neither a jump of this machine's clock nor another replica
 * with a wrong one moves a deadline. Before the first answer it shows this machine's time. It goes
 * back only when the API server's time does. Safe for use by many threads.
 */
public final class ServerClock extends Clock {

  private static final Logger LOGGER = LoggerFactory.getLogger(ServerClock.class);

  /** Clocks that differ by more are not synchronized. */
  private static final Duration WORTH_TELLING = Duration.ofSeconds(5);

  /** For how long they have to differ: an answer that is read late says too little. */
  private static final Duration CONVINCING = Duration.ofSeconds(3);

  private final Clock machine;
  private final LongSupplier ticks;
  private final AtomicReference<@Nullable ServerTime> time = new AtomicReference<>();
  private @Nullable Long largeSince;
  private boolean told;

  /**
   * A clock that nobody has set yet.
   *
   * @param machine the clock of this machine, which may be wrong, and may jump
   */
  public ServerClock(Clock machine) {
    this(machine, System::nanoTime);
  }

  ServerClock(Clock machine, LongSupplier ticks) {
    this.machine = machine;
    this.ticks = ticks;
  }

  /** The API server has just answered. */
  void answered(Instant date) {
    long now = ticks.getAsLong();
    time.updateAndGet(known -> known == null ? ServerTime.of(date, now) : known.with(date, now));
    offset().ifPresent(offset -> tell(offset, now));
  }

  private synchronized void tell(Duration offset, long now) {
    if (offset.abs().compareTo(WORTH_TELLING) <= 0) {
      largeSince = null;
      if (told) {
        told = false;
        LOGGER
            .atInfo()
            .addKeyValue(LogKeys.OFFSET_SECONDS, offset.toSeconds())
            .log("This machine's clock agrees with the API server's again");
      }
      return;
    }
    largeSince = largeSince == null ? now : largeSince;
    if (!told && now - largeSince >= CONVINCING.toNanos()) {
      told = true;
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.OFFSET_SECONDS, offset.toSeconds())
          .log(
              "This machine's clock differs from the API server's; synchronize it. Decisions go by"
                  + " the API server's, the check of its certificate and the times of these lines"
                  + " by this machine's");
    }
  }

  /**
   * By how much this machine's clock is ahead of the API server's; less than nothing if it is
   * behind, and empty before the first answer.
   */
  public Optional<Duration> offset() {
    return Optional.ofNullable(time.get())
        .map(known -> Duration.between(known.at(ticks.getAsLong()), machine.instant()));
  }

  /** Shows the offset among the figures. */
  public void showOffset(MeterRegistry registry) {
    Gauge.builder(
            "coppice.clock.offset",
            () -> offset().map(offset -> offset.toMillis() / 1e3).orElse(Double.NaN))
        .description("By how much this machine's clock is ahead of the API server's")
        .baseUnit("seconds")
        .register(registry);
  }

  @Override
  public Instant instant() {
    ServerTime known = time.get();
    return known == null ? machine.instant() : known.at(ticks.getAsLong());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  /** Nobody needs it: all that Kubernetes stores is UTC. */
  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("the API server's time is told in UTC");
  }
}
