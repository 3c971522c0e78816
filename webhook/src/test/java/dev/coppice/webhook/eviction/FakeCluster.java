package dev.coppice.webhook.eviction;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.coppice.api.Labels;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.core.queue.QueueNode;
import dev.coppice.core.queue.QueueTree;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.UnansweredException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A cluster as caches and API server show it, for tests. */
public final class FakeCluster implements EvictionLookup {

  public static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private final List<QueueNode> queues = new ArrayList<>();
  private final Map<String, PodGang> gangs = new HashMap<>();
  private final Map<String, KnownPod> pods = new HashMap<>();
  private final Set<String> foreign = new HashSet<>();
  private final Map<String, String> pools = new HashMap<>();

  /** What the API server answers. */
  final List<Pod> live = new ArrayList<>();

  /** What the API server was asked. */
  final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  /** What happens while it is asked. */
  volatile Runnable whileAsked = () -> {};

  boolean answers = true;
  String complaint;

  public FakeCluster queue(String name, String parent, String preempt, String reclaim) {
    queues.add(
        QueueNode.of(
            read(
                "{metadata: {name: %s}, spec: {parentQueue: %s, preemptMinRuntime: %s, reclaimMinRuntime: %s}}"
                    .formatted(name, parent, preempt, reclaim),
                Queue.class)));
    return this;
  }

  public FakeCluster gang(String name, String queue, Instant start, String podgroups) {
    return gang(
        name,
        read(
            "{metadata: {namespace: ns, name: %s, uid: gang-%s, labels: {kai.scheduler/queue: %s}}, spec: {podgroups: %s}, status: %s}"
                .formatted(
                    name,
                    name,
                    queue,
                    podgroups,
                    start == null ? "{}" : "{startTime: \"%s\"}".formatted(start)),
            PodGang.class));
  }

  FakeCluster gang(String name, PodGang gang) {
    gangs.put("ns/" + name, gang);
    return this;
  }

  FakeCluster pod(Pod pod) {
    KnownPod.of(pod)
        .ifPresentOrElse(
            known -> pods.put(known.uid(), known), () -> foreign.add(pod.getMetadata().getUid()));
    return this;
  }

  /** A Running pod of a gang on node n1. */
  public FakeCluster pod(String uid, String gang, String clique) {
    return pod(running(uid, gang, clique, "n1"));
  }

  FakeCluster foreign(String uid) {
    foreign.add(uid);
    return this;
  }

  FakeCluster pool(String node, String pool) {
    pools.put(node, pool);
    return this;
  }

  FakeCluster live(Pod... found) {
    live.addAll(List.of(found));
    return this;
  }

  static Pod running(String uid, String gang, String clique, String node) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("pod-" + uid)
        .withUid(uid)
        .withCreationTimestamp(NOON.toString())
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .addToLabels(Labels.POD_GANG, gang)
        .addToLabels(Labels.POD_CLIQUE, clique)
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .withStartTime(NOON.plusSeconds(5).toString())
        .endStatus()
        .build();
  }

  /** A pod of nobody's that has been promised room. */
  static Pod pending(String uid, String queue, int priority) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("pod-" + uid)
        .withUid(uid)
        .addToLabels("kai.scheduler/queue", queue)
        .endMetadata()
        .withNewSpec()
        .withPriority(priority)
        .endSpec()
        .build();
  }

  static <T> T read(String yaml, Class<T> type) {
    try {
      return ReviewFormat.mapper().treeToValue(Reviews.tree(yaml), type);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<String> complaint() {
    return Optional.ofNullable(complaint);
  }

  @Override
  public QueueTree queues() {
    return QueueTree.of(queues);
  }

  @Override
  public Optional<PodGang> gang(String namespace, String name) {
    return Optional.ofNullable(gangs.get(namespace + "/" + name));
  }

  @Override
  public Optional<KnownPod> pod(String uid) {
    return Optional.ofNullable(pods.get(uid));
  }

  @Override
  public Collection<KnownPod> podsOfGang(String gangKey) {
    return pods.values().stream().filter(pod -> pod.gangKey().equals(gangKey)).toList();
  }

  @Override
  public boolean isForeign(String uid) {
    return foreign.contains(uid);
  }

  @Override
  public Optional<String> poolOfNode(String node) {
    return Optional.ofNullable(pools.get(node));
  }

  @Override
  public List<Pod> podsOn(String node) {
    return answer("on " + node).stream()
        .filter(pod -> node.equals(pod.getSpec().getNodeName()))
        .toList();
  }

  @Override
  public List<Pod> nominatedTo(String node) {
    return answer("nominated to " + node);
  }

  @Override
  public Optional<Pod> pod(String namespace, String name) {
    return answer("pod " + name).stream()
        .filter(pod -> pod.getMetadata().getName().equals(name))
        .findFirst();
  }

  private List<Pod> answer(String question) {
    asked.add(question);
    whileAsked.run();
    if (!answers) {
      throw new UnansweredException("no answer", new IllegalStateException());
    }
    return live;
  }
}
