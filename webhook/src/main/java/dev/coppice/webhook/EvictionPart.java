package dev.coppice.webhook;

import dev.coppice.kube.client.HttpApiServer;
import dev.coppice.kube.event.EventRecorder;
import dev.coppice.webhook.eviction.EvictionSettings;
import dev.coppice.webhook.eviction.Evictions;
import dev.coppice.webhook.eviction.Extender;
import dev.coppice.webhook.lookup.CachedEvictions;
import dev.coppice.webhook.lookup.CachedQueues;
import dev.coppice.webhook.review.Reviewer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What a replica has beside admission where it keeps gangs from being evicted too early. */
record EvictionPart(CachedEvictions caches, Evictions evictions, ExecutorService threads)
    implements AutoCloseable {

  private static final String COMPONENT = "eviction-guard";

  /** Makes it; nothing is watched yet. */
  static EvictionPart of(
      EvictionSettings settings,
      KubernetesClient client,
      CachedQueues queues,
      MeterRegistry registry,
      Clock clock) {
    CachedEvictions caches = new CachedEvictions(client, queues, settings.queues());
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    EventRecorder recorder =
        new EventRecorder(
            new HttpApiServer(client),
            client.getKubernetesSerialization(),
            clock,
            COMPONENT,
            threads);
    return new EvictionPart(
        caches, new Evictions(caches, settings, recorder::record, registry, clock), threads);
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
    caches.close();
    threads.shutdown();
  }
}
