package dev.coppice.testkit.nodes;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** The nodes that KWOK plays, as an administrator and as fate handle them. */
public final class SimulatedNodes {

  private static final String LEASES = "kube-node-lease";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final KubernetesClient client;

  /** Acts through {@code client}, which stays with the caller. */
  public SimulatedNodes(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Creates nodes of a shape and waits until pods can be scheduled to them; returns the names.
   * Nodes that are there already stay as they are.
   */
  public List<String> create(NodeShape shape, int count) {
    List<String> names = IntStream.range(0, count).mapToObj(shape::name).toList();
    List<String> fresh = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      if (client.nodes().withName(names.get(index)).get() == null) {
        client.nodes().resource(node(shape, index)).create();
        fresh.add(names.get(index));
      }
    }
    // A pod that is bound before its node is played may never start.
    fresh.forEach(this::awaitPlayed);
    fresh.forEach(this::uncordon);
    names.forEach(this::awaitSchedulable);
    return names;
  }

  private static Node node(NodeShape shape, int index) {
    String name = shape.name(index);
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels(shape.labels())
        .addToLabels(
            Map.of(
                "kubernetes.io/hostname",
                name,
                "kubernetes.io/os",
                "linux",
                "kubernetes.io/arch",
                "amd64",
                NodeShape.RACK,
                shape.rack(index),
                NodeShape.ZONE,
                shape.zone(index)))
        .endMetadata()
        .withNewSpec()
        .withUnschedulable(true)
        .endSpec()
        .withNewStatus()
        .withCapacity(shape.capacity())
        .withAllocatable(shape.capacity())
        .endStatus()
        .build();
  }

  private void awaitPlayed(String name) {
    await("node " + name + " is played")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> isReady(name) && isHeld(name));
  }

  private boolean isHeld(String name) {
    Lease lease = client.leases().inNamespace(LEASES).withName(name).get();
    return lease != null && lease.getSpec().getHolderIdentity() != null;
  }

  /** Waits until a node is Ready and no taint keeps pods away. */
  public void awaitSchedulable(String name) {
    await("node " + name + " takes pods")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> isReady(name) && get(name).getSpec().getTaints().isEmpty());
  }

  /** Whether the node's condition Ready is True. */
  public boolean isReady(String name) {
    return get(name).getStatus().getConditions().stream()
        .anyMatch(condition ->
            condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }

  /** Keeps new pods away, as {@code kubectl cordon} does. */
  public void cordon(String name) {
    merge(name, "{\"spec\":{\"unschedulable\":true}}");
  }

  /** Takes a {@link #cordon} back. */
  public void uncordon(String name) {
    merge(name, "{\"spec\":{\"unschedulable\":null}}");
  }

  /**
   * Pulls the plug: heartbeats stop, no pod of the node changes any more, deleted pods stay. The
   * rest of the cluster notices when the node's grace period is over.
   */
  public void kill(String name) {
    merge(name, "{\"metadata\":{\"labels\":{\"%s\":\"\"}}}".formatted(SimAnnotations.DEAD_NODE));
  }

  /** Plugs a dead node in again; its pods go on where they were, deleted ones end. */
  public void revive(String name) {
    merge(name, "{\"metadata\":{\"labels\":{\"%s\":null}}}".formatted(SimAnnotations.DEAD_NODE));
  }

  /** Takes a running pod's readiness away, as a failing probe does, until it is given back. */
  public void stall(Pod pod) {
    annotate(pod, "\"" + SimAnnotations.STUCK_UNREADY + "\"");
    client
        .pods()
        .resource(pod)
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.STRATEGIC_MERGE),
            "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"lastTransitionTime\":\"%s\"}]}}"
                .formatted(nodeTime(pod).truncatedTo(ChronoUnit.SECONDS)));
  }

  private static Instant nodeTime(Pod pod) {
    String offset =
        pod.getMetadata().getAnnotations().getOrDefault(SimAnnotations.CLOCK_OFFSET, "0s");
    return Instant.now().plusSeconds(Long.parseLong(offset.substring(0, offset.length() - 1)));
  }

  /** Lets a pod become Ready again that was {@link #stall stalled}. */
  public void recover(Pod pod) {
    annotate(pod, "null");
  }

  private void annotate(Pod pod, String stuck) {
    client
        .pods()
        .resource(pod)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"%s\":%s}}}".formatted(SimAnnotations.STUCK, stuck));
  }

  private void merge(String name, String patch) {
    client.nodes().withName(name).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  private Node get(String name) {
    return Objects.requireNonNull(client.nodes().withName(name).get(), () -> "no node " + name);
  }
}
