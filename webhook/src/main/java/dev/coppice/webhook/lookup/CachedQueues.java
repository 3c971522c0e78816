package dev.coppice.webhook.lookup;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.core.object.LabelValue;
import dev.coppice.core.queue.QueueTree;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.kube.metrics.UnreadableObjects;
import dev.coppice.webhook.review.UnansweredException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The queues, from a cache; a cluster that does not serve them has none. */
public final class CachedQueues implements AutoCloseable {

  private static final long PAGE = 500;
  private static final String UNKNOWN = "the Queues are not known yet";

  private final KubernetesClient client;
  private final Optional<String> defaultQueue;
  private final QueueStore store = new QueueStore();
  private final SharedIndexInformer<Queue> informer;
  private final AtomicBoolean notServed = new AtomicBoolean();

  /**
   * A cache that fills once it is started.
   *
   * @param defaultQueue the queue of gangs that name none
   */
  public CachedQueues(KubernetesClient client, Optional<String> defaultQueue) {
    this.client = client;
    this.defaultQueue = defaultQueue;
    informer = client.resources(Queue.class).withLimit(PAGE).runnableInformer(0).itemStore(store);
  }

  /** Has a registry show how many of them cannot be read. */
  public void measure(MeterRegistry registry) {
    UnreadableObjects.show(registry, "queue", store::values);
  }

  /** Runs something whenever queues say something else; it must not take long. */
  public void onChange(Runnable listener) {
    store.onChange(listener);
  }

  /** Begins to fill the cache, and keeps it up to date through every outage. */
  public void start() {
    informer.exceptionHandler((_, failure) -> {
      boolean missing = isNotServed(failure);
      notServed.set(missing);
      if (!missing) {
        WatchWarning.log("Queues", failure);
      }
      return true;
    });
    var _ = informer.start();
  }

  private static boolean isNotServed(@Nullable Throwable failure) {
    return failure != null
        && ((failure instanceof KubernetesClientException e
                && e.getCode() == HttpURLConnection.HTTP_NOT_FOUND)
            || isNotServed(failure.getCause()));
  }

  /** Why nothing can be said of queues yet; empty if it can. */
  public Optional<String> complaint() {
    return informer.hasSynced() || notServed.get() ? Optional.empty() : Optional.of(UNKNOWN);
  }

  /** The tree of the queues. */
  public QueueTree tree() {
    return store.tree();
  }

  /**
   * The same for a review, which is better refused than judged by half of them.
   *
   * @throws UnansweredException if they are not known yet
   */
  public QueueTree known() {
    if (complaint().isPresent()) {
      throw new UnansweredException(UNKNOWN, new IllegalStateException(UNKNOWN));
    }
    return tree();
  }

  /** Whether a queue is there, asked from the API server: several may be written at once. */
  public boolean exists(String queue) {
    return LookupCall.of(
        "Queue " + queue,
        () -> isAny(client.resources(Queue.class).withField("metadata.name", queue)));
  }

  /**
   * Whether a gang is in a queue, asked from the API server: who writes queues is rare. Gangs that
   * name none are in the default queue.
   */
  public boolean hasGangs(String queue) {
    // A gang cannot name what is no value of a label, and the API server refuses to look for it.
    return LookupCall.of(
        "gangs in queue " + queue,
        () ->
            (LabelValue.canBe(queue) && isAny(gangs().withLabel(KaiKeys.QUEUE, queue)))
                || (defaultQueue.filter(queue::equals).isPresent()
                    && isAny(gangs().withoutLabel(KaiKeys.QUEUE))));
  }

  private FilterWatchListDeletable<PodGang, KubernetesResourceList<PodGang>, Resource<PodGang>>
      gangs() {
    return client.resources(PodGang.class).inAnyNamespace();
  }

  private static <T extends HasMetadata> boolean isAny(
      FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> objects) {
    return !objects.list(new ListOptionsBuilder().withLimit(1L).build()).getItems().isEmpty();
  }

  @Override
  public void close() {
    informer.close();
  }
}
