package dev.coppice.webhook;

import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.HttpApiServer;
import dev.coppice.kube.event.EventRecorder;
import dev.coppice.webhook.eviction.EvictionSettings;
import dev.coppice.webhook.eviction.Evictions;
import dev.coppice.webhook.eviction.Extender;
import dev.coppice.webhook.eviction.WakeUps;
import dev.coppice.webhook.lookup.CachedEvictions;
import dev.coppice.webhook.lookup.CachedQueues;
import dev.coppice.webhook.lookup.PassingNominations;
import dev.coppice.webhook.review.Reviewer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What a replica has beside admission where it keeps gangs from being evicted too early. */
record EvictionPart(
    CachedEvictions caches,
    Evictions evictions,
    ExecutorService threads,
    ScheduledExecutorService timer)
    implements AutoCloseable {

  private static final String COMPONENT = "eviction-guard";

  /** An API server that is slow has better things to do. */
  private static final int EVENTS_AT_ONCE = 64;

  /** Makes it; nothing is watched yet. */
  static EvictionPart of(
      EvictionSettings settings,
      KubernetesClient client,
      CachedQueues queues,
      MeterRegistry registry,
      Clock clock) {
    CachedEvictions caches = new CachedEvictions(client, queues, settings.queues());
    caches.measure(registry);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("wake-ups").daemon().factory());
    timer.setRemoveOnCancelPolicy(true);
    ApiServer api = new HttpApiServer(client);
    WakeUps.Alarm alarm =
        (instant, then) -> {
          ScheduledFuture<?> task =
              timer.schedule(
                  () -> threads.execute(then),
                  Duration.between(clock.instant(), instant).toMillis() + 1,
                  TimeUnit.MILLISECONDS);
          return () -> task.cancel(false);
        };
    EventRecorder recorder =
        new EventRecorder(
            api, client.getKubernetesSerialization(), clock, COMPONENT, Runnable::run);
    // Dropped before the recorder counts it as told.
    FewAtOnce records = new FewAtOnce(threads, EVENTS_AT_ONCE);
    Optional<WakeUps> wakeUps =
        settings.wakes()
            ? Optional.of(new WakeUps(caches, alarm, new PassingNominations(api)::pass))
            : Optional.empty();
    wakeUps.ifPresent(all -> queues.onChange(() -> threads.execute(all::queuesChanged)));
    return new EvictionPart(
        caches,
        new Evictions(
            caches,
            settings,
            (about, events) -> records.execute(() -> recorder.record(about, events)),
            wakeUps,
            registry,
            clock),
        threads,
        timer);
  }

  Optional<Extender> extender() {
    return evictions.extender();
  }

  Reviewer guard() {
    return evictions.guard();
  }

  void start() {
    caches.start();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    caches.close();
    threads.shutdown();
  }
}
