package dev.coppice.webhook.lookup;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.QueueTree;
import dev.coppice.kube.client.MetadataClient;
import dev.coppice.kube.metrics.UnreadableObjects;
import dev.coppice.webhook.eviction.EvictionLookup;
import dev.coppice.webhook.eviction.KnownPod;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Queues, PodGangs and pods from caches: a scheduler waits for the answer. Of pods that are not the
 * operator's only the metadata is watched, and no more kept than that they are there.
 */
public final class CachedEvictions implements EvictionLookup, AutoCloseable {

  /** A scheduler gives up after two seconds, or five if nothing else is said. */
  private static final Duration LONGEST_READ = Duration.ofMillis(700);

  private static final long PAGE = 500;
  private static final String OURS = Labels.MANAGED_BY + "=" + Labels.MANAGER;
  private static final String OTHERS = Labels.MANAGED_BY + "!=" + Labels.MANAGER;

  private static final ResourceDefinitionContext PODS =
      new ResourceDefinitionContext.Builder()
          .withVersion("v1")
          .withKind("Pod")
          .withPlural("pods")
          .withNamespaced(true)
          .build();
  private static final ResourceDefinitionContext NODES =
      new ResourceDefinitionContext.Builder()
          .withVersion("v1")
          .withKind("Node")
          .withPlural("nodes")
          .withNamespaced(false)
          .build();

  private final KubernetesClient client;
  private final KubernetesClient metadata;
  private final Map<String, SharedIndexInformer<?>> informers = new LinkedHashMap<>();
  private final CachedQueues queues;
  private final GangStore gangs = new GangStore();
  private final PodStore pods = new PodStore();
  private final MetadataStore others = new MetadataStore(_ -> Optional.empty());
  private final MetadataStore nodes;

  /** Caches that fill once they are started; nodes are watched only where pools differ. */
  public CachedEvictions(KubernetesClient client, CachedQueues queues, QueueSettings settings) {
    this.queues = queues;
    this.client = LookupCall.within(LONGEST_READ, client);
    metadata = MetadataClient.like(client);
    String label = settings.nodePoolLabel();
    nodes =
        new MetadataStore(
            node -> Optional.ofNullable(node.getLabels()).map(labels -> labels.get(label)));
    informers.put(
        "PodGangs",
        client
            .resources(PodGang.class)
            .inAnyNamespace()
            .withLabelSelector(OURS)
            .withLimit(PAGE)
            .runnableInformer(0)
            .itemStore(gangs));
    informers.put(
        "pods of gangs",
        client
            .pods()
            .inAnyNamespace()
            .withLabelSelector(OURS)
            .withLimit(PAGE)
            .runnableInformer(0)
            .itemStore(pods));
    informers.put(
        "other pods",
        metadata
            .genericKubernetesResources(PODS)
            .inAnyNamespace()
            .withLabelSelector(OTHERS)
            .withLimit(PAGE)
            .runnableInformer(0)
            .itemStore(others));
    if (!settings.nodePools().overrides().isEmpty()) {
      informers.put(
          "nodes",
          metadata
              .genericKubernetesResources(NODES)
              .withLimit(PAGE)
              .runnableInformer(0)
              .itemStore(nodes));
    }
  }

  /** Has a registry show how many of the objects cannot be read. */
  public void measure(MeterRegistry registry) {
    UnreadableObjects.show(registry, "podgang", gangs::values);
    UnreadableObjects.showCount(registry, "pod", pods::unreadable);
  }

  /** Begins to fill the caches, and keeps them up to date through every outage. */
  public void start() {
    informers.forEach((what, informer) -> {
      informer.exceptionHandler((_, failure) -> {
        WatchWarning.log(what, failure);
        return true;
      });
      var _ = informer.start();
    });
  }

  @Override
  public Optional<String> complaint() {
    return queues
        .complaint()
        .or(() ->
            informers.entrySet().stream()
                .filter(informer -> !informer.getValue().hasSynced())
                .map(informer -> "the %s are not known yet".formatted(informer.getKey()))
                .findFirst());
  }

  @Override
  public QueueTree queues() {
    return queues.tree();
  }

  @Override
  public Optional<PodGang> gang(String namespace, String name) {
    return Optional.ofNullable(gangs.get(namespace + "/" + name));
  }

  @Override
  public Optional<KnownPod> pod(String uid) {
    return pods.find(uid);
  }

  @Override
  public Collection<KnownPod> podsOfGang(String gangKey) {
    return pods.ofGang(gangKey);
  }

  @Override
  public boolean isForeign(String uid) {
    return others.has(uid) || pods.isGangless(uid);
  }

  @Override
  public Optional<String> poolOfNode(String node) {
    return nodes.value(node);
  }

  @Override
  public List<Pod> podsOn(String node) {
    return list("spec.nodeName", node);
  }

  @Override
  public List<Pod> nominatedTo(String node) {
    return list("status.nominatedNodeName", node);
  }

  private List<Pod> list(String field, String node) {
    return LookupCall.of(
        "the pods of node " + node,
        () -> client.pods().inAnyNamespace().withField(field, node).list().getItems());
  }

  @Override
  public Optional<Pod> pod(String namespace, String name) {
    return LookupCall.of(
        "pod " + name,
        () -> Optional.ofNullable(client.pods().inNamespace(namespace).withName(name).get()));
  }

  @Override
  public void close() {
    informers.values().forEach(SharedIndexInformer::close);
    metadata.close();
  }
}
