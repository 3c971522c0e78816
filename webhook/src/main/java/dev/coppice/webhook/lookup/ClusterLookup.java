package dev.coppice.webhook.lookup;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.kube.metrics.UnreadableObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sets and topologies come from caches: a review that called the API server while the API server
 * waits for it would take its time, and all reviews would fail when the API server is restarted.
 * What the cache does not have is asked for all the same, because what was created a moment ago
 * must not be refused. Scaling groups and cliques are asked for one by one: only a change of their
 * replicas, or of those in a template, needs them, and there are too many to keep. What cannot be
 * read is there all the same, and marked.
 */
public final class ClusterLookup implements AdmissionLookup, AutoCloseable {

  /** A fifth of what the API server waits for the whole review. */
  private static final Duration LONGEST_READ = Duration.ofSeconds(2);

  private static final long PAGE = 500;

  private final KubernetesClient client;
  private final SharedIndexInformer<PodCliqueSet> sets;
  private final SharedIndexInformer<ClusterTopologyBinding> topologies;

  /** Caches that fill once they are started. */
  public ClusterLookup(KubernetesClient client) {
    this.client = LookupCall.within(LONGEST_READ, client);
    sets =
        client
            .resources(PodCliqueSet.class)
            .inAnyNamespace()
            .withLimit(PAGE)
            .runnableInformer(0)
            .itemStore(new SetStore());
    topologies = client.resources(ClusterTopologyBinding.class).withLimit(PAGE).runnableInformer(0);
  }

  /** Has a registry show how many of the objects cannot be read. */
  public void measure(MeterRegistry registry) {
    UnreadableObjects.show(registry, "podcliqueset", () -> sets.getStore().list().stream());
    UnreadableObjects.show(
        registry, "clustertopologybinding", () -> topologies.getStore().list().stream());
  }

  /** Begins to fill the caches, and keeps them up to date through every outage. */
  public void start() {
    sets.exceptionHandler((_, _) -> true);
    topologies.exceptionHandler((_, _) -> true);
    var _ = sets.start();
    var _ = topologies.start();
  }

  @Override
  public Optional<ClusterTopologyBinding> topologyBinding(String name) {
    return cached(topologies, name)
        .or(() -> live(client.resources(ClusterTopologyBinding.class).withName(name), name));
  }

  // Which of them has a level can be told by all of them alone, and hardly any set asks.
  @Override
  public List<ClusterTopologyBinding> topologyBindings() {
    return LookupCall.of(
        "ClusterTopologyBindings",
        () -> client.resources(ClusterTopologyBinding.class).list().getItems());
  }

  @Override
  public Optional<PodCliqueSet> podCliqueSet(String namespace, String name) {
    return cached(sets, namespace + "/" + name)
        .or(() -> live(in(PodCliqueSet.class, namespace, name), name));
  }

  @Override
  public Optional<PodCliqueScalingGroup> podCliqueScalingGroup(String namespace, String name) {
    return live(in(PodCliqueScalingGroup.class, namespace, name), name);
  }

  @Override
  public Optional<PodClique> podClique(String namespace, String name) {
    return live(in(PodClique.class, namespace, name), name);
  }

  private <T extends HasMetadata> Resource<T> in(Class<T> type, String namespace, String name) {
    return client.resources(type).inNamespace(namespace).withName(name);
  }

  private static <T> Optional<T> cached(SharedIndexInformer<T> informer, String key) {
    return Optional.ofNullable(informer.getStore().getByKey(key));
  }

  private static <T> Optional<T> live(Resource<T> resource, String name) {
    return LookupCall.of(name, () -> Optional.ofNullable(resource.get()));
  }

  @Override
  public void close() {
    sets.close();
    topologies.close();
  }
}
