package dev.coppice.kube.source;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Wakes a primary when time alone makes its next decision. The framework's own timer goes by the
 * machine's clock: set back by five minutes, that rings five minutes late. Safe for use by many
 * threads.
 *
 * @param <P> the kind that the controller is about
 */
public final class AlarmEventSource<P extends HasMetadata> extends AbstractEventSource<P, P>
    implements ResourceEventAware<P> {

  /** Whoever is woken too early looks how long is left: a delay of centuries is no alarm. */
  private static final Duration LONGEST = Duration.ofDays(30);

  private final ScheduledExecutorService timer;
  private final Map<ResourceID, Future<?>> alarms = new ConcurrentHashMap<>();

  /**
   * Wakes nobody before an alarm is set.
   *
   * @param timer forgets what is cancelled at once, since most alarms are
   */
  public AlarmEventSource(Class<P> type, ScheduledExecutorService timer) {
    super(type, "alarms");
    this.timer = timer;
  }

  /** Wakes a primary after a while; nothing is left of an alarm that was set for it before. */
  public void set(P primary, Duration wait) {
    ResourceID woken = ResourceID.fromResource(primary);
    Duration delay = wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    alarms.compute(
        woken,
        (_, before) -> {
          cancel(before);
          return timer.schedule(() -> ring(woken), delay.toNanos(), TimeUnit.NANOSECONDS);
        });
  }

  // Whoever is woken sets the next one; of who is gone, nothing stays.
  private void ring(ResourceID woken) {
    alarms.remove(woken);
    getEventHandler().handleEvent(new Event(woken));
  }

  @Override
  public void onResourceDeleted(P resource) {
    cancel(alarms.remove(ResourceID.fromResource(resource)));
  }

  private static void cancel(@Nullable Future<?> alarm) {
    if (alarm != null) {
      alarm.cancel(false);
    }
  }

  @Override
  public Set<P> getSecondaryResources(P primary) {
    return Set.of();
  }
}
