package dev.coppice.simulator.model;

import dev.coppice.api.Annotations;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.training.Nodes;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateRunning;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The scheduler and the kubelets of a {@link ClusterModel}. Nothing happens unless it is asked for.
 */
public final class ModelNodes {

  private static final String NODE = "node-0";
  private static final int LOST = 137;

  private final ClusterModel cluster;
  private final List<String> names = new ArrayList<>();
  private Duration ahead = Duration.ZERO;

  /** Nodes for the pods of a cluster. */
  public ModelNodes(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /**
   * Sets the clocks of all nodes, right at first: ahead by this, or behind by less than nothing.
   */
  public void setClocks(Duration by) {
    ahead = by;
  }

  private String now() {
    return ClusterModel.timestamp(cluster.clock().instant().plus(ahead));
  }

  /** Adds a node; without any all pods are on one that nobody sees. */
  public void add(String name) {
    names.add(name);
    Node node =
        cluster.create(new NodeBuilder().withNewMetadata().withName(name).endMetadata().build());
    say(node, true);
  }

  /** From now on nothing happens on a node any more. */
  public void lose(String name) {
    cluster.find(Node.class, "", name).ifPresent(node -> say(node, false));
  }

  /** A node that was lost is back. */
  public void regain(String name) {
    cluster.find(Node.class, "", name).ifPresent(node -> say(node, true));
  }

  /** Takes a node away, and with it what pods are left on it, as their garbage collection does. */
  public void remove(String name) {
    cluster.find(Node.class, "", name).ifPresent(cluster::delete);
    cluster
        .all(Pod.class)
        .filter(pod -> name.equals(pod.getSpec().getNodeName()))
        .forEach(pod -> end(pod, LOST));
  }

  private void say(Node node, boolean ready) {
    cluster.store(
        node,
        new NodeBuilder(node)
            .withStatus(
                new NodeStatusBuilder()
                    .withConditions(
                        new NodeConditionBuilder()
                            .withType("Ready")
                            .withStatus(ready ? "True" : "Unknown")
                            .build())
                    .build())
            .build());
  }

  private boolean isLost(String name) {
    return cluster.find(Node.class, "", name).filter(Nodes::isReady).isEmpty();
  }

  /** Whether nothing happens any more where a pod is. */
  public boolean isLost(Pod pod) {
    return pod.getSpec().getNodeName() != null && isLost(pod.getSpec().getNodeName());
  }

  /** Whether all containers of a pod have ended. */
  public static boolean hasEnded(Pod pod) {
    return Deletion.hasEnded(pod);
  }

  /**
   * Ends the containers of a pod now, be it on its way out or not. Those that are to be started
   * again wait until the pod is {@link #start started}.
   */
  public void end(Pod pod, int code) {
    if (!Ownership.isTerminating(pod) && ModelContainers.isStartedAgain(pod, code)) {
      Pod waiting = report(pod, "Running", condition("Ready", false));
      cluster.store(pod, with(waiting, ModelContainers.crashed(pod, code, now())));
      return;
    }
    Pod ended = report(pod, code == 0 ? "Succeeded" : "Failed", condition("Ready", false));
    HasMetadata stored = cluster.store(pod, with(ended, ModelContainers.ended(code, now())));
    if (Ownership.isTerminating(stored)) {
      cluster.vanishUnlessHeld(stored);
    }
  }

  /** The sidecars of a pod crash again and again. */
  public void crashSidecars(Pod pod) {
    cluster.store(
        pod,
        new PodBuilder(report(pod, "Running", condition("Ready", false)))
            .editStatus()
            .withInitContainerStatuses(ModelContainers.crashedSidecars(pod, 1, now()))
            .endStatus()
            .build());
  }

  /** Binds every pod that may be bound. */
  public void bindAll() {
    cluster.all(Pod.class).forEach(this::bind);
  }

  /** Makes every pod Ready that is bound and not on its way out. */
  public void startAll() {
    cluster.all(Pod.class).filter(pod -> pod.getSpec().getNodeName() != null).forEach(this::start);
  }

  /** Binds and starts every pod. */
  public void runAll() {
    bindAll();
    startAll();
  }

  /** Binds and starts a pod. */
  public void run(Pod pod) {
    bind(pod);
    cluster
        .find(Pod.class, pod.getMetadata().getNamespace(), pod.getMetadata().getName())
        .filter(found -> found.getSpec().getNodeName() != null)
        .ifPresent(this::start);
  }

  /** Binds a pod to a node, unless a gate holds it back. */
  public void bind(Pod pod) {
    if (!isOver(pod)
        && pod.getSpec().getNodeName() == null
        && pod.getSpec().getSchedulingGates().isEmpty()) {
      String node = names.stream().filter(name -> !isLost(name)).findFirst().orElse(NODE);
      Pod bound = new PodBuilder(pod).editSpec().withNodeName(node).endSpec().build();
      cluster.store(pod, takenUp(report(bound, "Pending", scheduled())));
    }
  }

  /** Says that there is no node for a pod. */
  void sayUnschedulable(Pod pod) {
    PodCondition refused =
        new PodConditionBuilder(condition("PodScheduled", false))
            .withReason("Unschedulable")
            .build();
    cluster.store(pod, report(pod, "Pending", refused));
  }

  /** Makes a bound pod Ready, unless it waits for its parents. */
  public void start(Pod pod) {
    if (!isOver(pod) && !isHeld(pod)) {
      Pod ready = report(pod, "Running", condition("Ready", true));
      cluster.store(pod, running(ready, true));
    }
  }

  /** Makes a running pod not Ready. */
  public void stall(Pod pod) {
    if (!isOver(pod)) {
      Pod stalled = report(pod, "Running", condition("Ready", false));
      cluster.store(pod, running(stalled, false));
    }
  }

  /** Ends a pod's containers with a failure. */
  public void fail(Pod pod) {
    cluster.store(pod, report(pod, "Failed", condition("Ready", false)));
  }

  /** Ends a pod's containers well. */
  public void succeed(Pod pod) {
    cluster.store(pod, report(pod, "Succeeded", condition("Ready", false)));
  }

  /** Ends a pod that was asked to go. */
  public void finish(Pod pod) {
    if (Ownership.isTerminating(pod)) {
      cluster.vanishUnlessHeld(pod);
    }
  }

  /** Ends every pod that was asked to go. */
  public void finishTerminations() {
    cluster.all(Pod.class).forEach(this::finish);
  }

  private static boolean isOver(Pod pod) {
    return Ownership.isTerminating(pod) || Deletion.hasEnded(pod);
  }

  /** Whether a pod waits for its parents before its containers start. */
  public boolean isHeld(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String released = annotations == null ? null : annotations.get(Annotations.STARTUP_RELEASED);
    return (released == null || released.isEmpty())
        && pod.getSpec().getInitContainers().stream()
            .anyMatch(container -> "grove-initc".equals(container.getName()));
  }

  // It runs since it was started for the last time.
  private Pod running(Pod pod, boolean ready) {
    String since =
        pod.getStatus().getContainerStatuses().stream()
            .map(ContainerStatus::getState)
            .map(ContainerState::getRunning)
            .flatMap(Stream::ofNullable)
            .map(ContainerStateRunning::getStartedAt)
            .findFirst()
            .orElseGet(this::now);
    return with(pod, ModelContainers.running(pod, since, ready));
  }

  private static Pod with(Pod pod, ContainerStatus container) {
    return new PodBuilder(pod).editStatus().withContainerStatuses(container).endStatus().build();
  }

  private PodCondition condition(String type, boolean status) {
    return new PodConditionBuilder()
        .withType(type)
        .withStatus(status ? "True" : "False")
        .withLastTransitionTime(now())
        .build();
  }

  // Its time is the API server's.
  private PodCondition scheduled() {
    return new PodConditionBuilder(condition("PodScheduled", true))
        .withLastTransitionTime(ClusterModel.timestamp(cluster.clock().instant()))
        .build();
  }

  // As the kubelet writes it, at once.
  private Pod takenUp(Pod pod) {
    return new PodBuilder(pod).editStatus().withStartTime(now()).endStatus().build();
  }

  private static Pod report(Pod pod, String phase, PodCondition changed) {
    PodStatus before = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    List<PodCondition> conditions = new ArrayList<>(before.getConditions());
    boolean same =
        conditions.stream()
            .anyMatch(condition ->
                condition.getType().equals(changed.getType())
                    && condition.getStatus().equals(changed.getStatus()));
    if (!same) {
      conditions.removeIf(condition -> condition.getType().equals(changed.getType()));
      conditions.add(changed);
    }
    return new PodBuilder(pod)
        .withStatus(
            new PodStatusBuilder(before).withPhase(phase).withConditions(conditions).build())
        .build();
  }
}
