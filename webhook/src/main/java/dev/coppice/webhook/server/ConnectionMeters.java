package dev.coppice.webhook.server;

import dev.coppice.http.ClosedFor;
import dev.coppice.http.ConnectionObserver;
import dev.coppice.kube.LogKeys;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts connections, and says in the log that there are too many. Safe for use by many threads.
 */
final class ConnectionMeters implements ConnectionObserver {

  private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionMeters.class);

  /** Between two lines of the log. */
  private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final MeterRegistry registry;
  private final int most;
  private final Map<ClosedFor, Counter> closed = new EnumMap<>(ClosedFor.class);
  private final AtomicLong told = new AtomicLong();

  /** For a server that takes on so many. */
  ConnectionMeters(MeterRegistry registry, int most) {
    this.registry = registry;
    this.most = most;
    told.set(registry.config().clock().monotonicTime() - SILENCE_NANOS);
    for (ClosedFor reason : ClosedFor.values()) {
      closed.put(
          reason,
          Counter.builder("coppice.admission.connections.closed")
              .description(
                  "Connections that the webhook has closed and their peers would have kept")
              .tags("reason", reason.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  /** Shows how many there are. */
  void show(IntSupplier connections) {
    Gauge.builder("coppice.admission.connections", connections::getAsInt)
        .description("Connections to the port of the webhook")
        .register(registry);
  }

  @Override
  public void closed(ClosedFor reason, InetAddress from) {
    Objects.requireNonNull(closed.get(reason)).increment();
    if (reason == ClosedFor.ROOM || reason == ClosedFor.TURNED_AWAY) {
      tell(from);
    }
  }

  private void tell(InetAddress from) {
    long last = told.get();
    long now = registry.config().clock().monotonicTime();
    if (now - last >= SILENCE_NANOS && told.compareAndSet(last, now)) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.SOURCE, from.getHostAddress())
          .addKeyValue(LogKeys.CONNECTIONS, most)
          .log(
              "The port of the webhook has all the connections it takes; those that have waited"
                  + " longest are closed for new ones. networkPolicy.webhookFrom says who may connect");
    }
  }
}
